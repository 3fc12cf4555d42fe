import { PatchbayError } from '@patchbay/client';
import { expect, it, vi } from 'vitest';
import { endConfirmation, onConfirmation, pendingConfirmation, withConfirmation } from './confirmation.ts';

const refusal = (detail: string): PatchbayError =>
  Object.assign(new PatchbayError(detail), {
    status: 403,
    problem: { type: 'about:blank', title: 'Forbidden', status: 403, detail },
  });
const unconfirmed = refusal('confirmation_required: Prove who you are first.');

/** Refused once, then answered. */
const refusedOnce = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(unconfirmed).mockResolvedValue('done');

/** Resolves when a confirmation is requested. */
const nextConfirmation = () =>
  new Promise<void>((resolve) => {
    const end = onConfirmation(() => {
      end();
      resolve();
    });
  });

it('refused calls share one confirmation and are sent again after it', async () => {
  const seen = vi.fn<() => void>();
  const end = onConfirmation(seen);
  const asked = nextConfirmation();
  const calls = [refusedOnce(), refusedOnce()];
  const answers = calls.map((call) => withConfirmation('createApiKey', call));
  await asked;
  expect(seen).toHaveBeenCalledTimes(1);
  endConfirmation(true);
  expect(await Promise.all(answers)).toEqual(['done', 'done']);
  expect(calls.map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  expect(pendingConfirmation()).toBeUndefined();
  end();
});

it('a confirmation names the operation of its call', async () => {
  const asked = nextConfirmation();
  const answer = withConfirmation('createPasskey', refusedOnce());
  await asked;
  expect(pendingConfirmation()?.operation).toBe('createPasskey');
  endConfirmation(true);
  await answer;
});

it('a call is not sent again if the person cancels', async () => {
  const call = refusedOnce();
  const asked = nextConfirmation();
  const answer = withConfirmation('createApiKey', call);
  await asked;
  endConfirmation(false);
  await expect(answer).rejects.toBe(unconfirmed);
  expect(call).toHaveBeenCalledTimes(1);
});

it('any other refusal requests no confirmation', async () => {
  const other = refusal('Your role is viewer.');
  await expect(withConfirmation('createApiKey', () => Promise.reject(other))).rejects.toBe(other);
  expect(pendingConfirmation()).toBeUndefined();
});
