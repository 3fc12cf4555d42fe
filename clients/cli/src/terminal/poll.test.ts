import { ConnectionFailed, PatchbayError } from '@patchbay/client';
import { expect, it } from 'vitest';
import { exitCodeOf } from '../failure.ts';
import { createTestIo } from './io.fixture.ts';
import { durationMs, poll } from './poll.ts';

/** Answers in turn; errors are thrown. */
const inTurn = (...answers: unknown[]) => {
  let turn = 0;
  return async (): Promise<unknown> => {
    const answer = answers[turn];
    turn += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
};

it('an outage is reported when it begins and when it ends', async () => {
  const said: string[] = [];
  const refused = new ConnectionFailed('No connection.');
  const overloaded = new PatchbayError('Too many.', new Response(null, { status: 503 }));
  const answers = inTurn(undefined, refused, overloaded, undefined, 'done');
  const io = createTestIo();
  const options = { intervalMs: 1_000, say: (line: string) => void said.push(line) };
  const polling = poll(io, options, answers);
  await io.clock.advance(60_000);
  expect(await polling).toBe('done');
  expect(said).toEqual(['No connection. Trying again until it works.', 'The connection is back.']);
});

it('any other error ends the poll', async () => {
  const error = new PatchbayError('Sign in.', new Response(null, { status: 401 }));
  const polling = poll(createTestIo(), { intervalMs: 1_000, say: () => undefined }, inTurn(error));
  await expect(polling).rejects.toThrow('Sign in.');
});

it('a timeout is a failure', async () => {
  const io = createTestIo();
  let asked = 0;
  const options = { intervalMs: 2_000, timeoutMs: 5_000, late: () => 'It is late.', say: () => undefined };
  const polling = poll(io, options, async () => void (asked += 1)).catch((one: unknown) => one);
  await io.clock.advance(5_000);
  const error = await polling;
  expect([exitCodeOf(error), String(error)]).toEqual([1, 'Failure: It is late.']);
  // At once, after two seconds, after four, and at the end.
  expect(asked).toBe(4);
});

it('Ctrl-C ends the wait between two polls', async () => {
  const io = createTestIo();
  const polling = poll(io, { intervalMs: 60_000, say: () => undefined }, async () => undefined);
  io.interrupt();
  await expect(polling).rejects.toThrow('aborted');
});

it.each([
  ['30', 30_000],
  ['1.5s', 1_500],
  ['5m', 300_000],
  ['2h', 7_200_000],
])('the duration %s is %i ms', (text, ms) => {
  expect(durationMs('timeout', text)).toBe(ms);
});

it.each(['', 'soon', '-1', '5d', '1e9', '999h'])('%j is not a duration', (text) => {
  expect(() => durationMs('timeout', text)).toThrow('--timeout takes a time such as 30s');
});

it('a duration below the minimum is refused', () => {
  expect(() => durationMs('interval', '0.5s', 1_000)).toThrow('1s at least');
});
