import { expect, it } from 'vitest';
import type { Answer } from '../../../api/answer.ts';
import { sendInvitations } from './send-invitations.ts';

const emails = ['a@x.example', 'b@x.example', 'c@x.example'];
const ok: Answer<unknown> = { ok: true, data: {} };
const failed = (status: number): Answer<unknown> => ({ ok: false, problem: { status, errors: [] } });

/** Sends to everybody; the second one gets this answer. */
async function send(second: Answer<unknown>, onNext = (_tried: number) => true) {
  const tried: string[] = [];
  const kept: (readonly string[])[] = [];
  const sent = await sendInvitations({
    emails,
    send: async (email) => {
      tried.push(email);
      return email === emails[1] ? second : ok;
    },
    onNext,
    onSent: (left) => kept.push(left),
  });
  return { ...sent, tried, kept };
}

it.each([
  [409, 'here'],
  [400, 'refused'],
])('an address that is refused with %i is left, and the next one is tried', async (status, kind) => {
  const { outcomes, left, problem, kept } = await send(failed(status));
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['sent', kind, 'sent']);
  expect(left).toEqual(['b@x.example']);
  expect(problem).toBeUndefined();
  expect(kept).toEqual([['b@x.example', 'c@x.example'], ['b@x.example']]);
});

it.each([0, 401, 429, 503, 504])('after %i nothing more is sent, and the rest is left', async (status) => {
  const { outcomes, left, problem, tried } = await send(failed(status));
  expect(tried).toEqual(['a@x.example', 'b@x.example']);
  expect(outcomes).toEqual([{ email: 'a@x.example', kind: 'sent' }]);
  expect(left).toEqual(['b@x.example', 'c@x.example']);
  expect(problem?.status).toBe(status);
});

it('no more is sent once the caller says so', async () => {
  const { tried, left } = await send(ok, (number) => number < 1);
  expect(tried).toEqual(['a@x.example']);
  expect(left).toEqual(['b@x.example', 'c@x.example']);
});
