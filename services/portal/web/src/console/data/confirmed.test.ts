import { PatchbayError } from '@patchbay/client';
import { expect, it, vi } from 'vitest';
import { answerAsked, askedFor, confirmed, onAsked } from './confirmed.ts';

const refusal = (detail: string): PatchbayError =>
  Object.assign(new PatchbayError(detail), {
    status: 403,
    problem: { type: 'about:blank', title: 'Forbidden', status: 403, detail },
  });
const unconfirmed = refusal('confirmation_required: Prove who you are first.');

/** Refused once, then answered. */
const refusedOnce = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(unconfirmed).mockResolvedValue('done');

/** Resolves when a call waits for the person. */
const nextAsked = () =>
  new Promise<void>((resolve) => {
    const end = onAsked(() => {
      end();
      resolve();
    });
  });

it('calls that want a fresh proof wait for one answer, and are made again after it', async () => {
  const seen = vi.fn<() => void>();
  const end = onAsked(seen);
  const asked = nextAsked();
  const calls = [refusedOnce(), refusedOnce()];
  const answers = calls.map((call) => confirmed(call));
  await asked;
  expect(seen).toHaveBeenCalledTimes(1);
  answerAsked(true);
  expect(await Promise.all(answers)).toEqual(['done', 'done']);
  expect(calls.map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  expect(askedFor()).toBeUndefined();
  end();
});

it('whoever asks says what the proof is for', async () => {
  const asked = nextAsked();
  const answer = confirmed(refusedOnce(), 'passkey');
  await asked;
  expect(askedFor()).toBe('passkey');
  answerAsked(true);
  await answer;
});

it('a call whose person cancels is not made again', async () => {
  const call = refusedOnce();
  const asked = nextAsked();
  const answer = confirmed(call);
  await asked;
  answerAsked(false);
  await expect(answer).rejects.toBe(unconfirmed);
  expect(call).toHaveBeenCalledTimes(1);
});

it('any other refusal asks nobody', async () => {
  const other = refusal('Your role is viewer.');
  await expect(confirmed(() => Promise.reject(other))).rejects.toBe(other);
  expect(askedFor()).toBeUndefined();
});
