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

it('an outage is told once when it begins and once when it ends', async () => {
  const said: string[] = [];
  const refused = new ConnectionFailed('No connection.');
  const overloaded = new PatchbayError('Too many.', new Response(null, { status: 503 }));
  const answers = inTurn(undefined, refused, overloaded, undefined, 'done');
  const options = { intervalMs: 1, say: (line: string) => void said.push(line) };
  expect(await poll(createTestIo(), options, answers)).toBe('done');
  expect(said).toEqual(['No connection. Trying again until it works.', 'The connection is back.']);
});

it('an error that is no outage ends it', async () => {
  const error = new PatchbayError('Sign in.', new Response(null, { status: 401 }));
  const polling = poll(createTestIo(), { intervalMs: 1, say: () => undefined }, inTurn(error));
  await expect(polling).rejects.toThrow('Sign in.');
});

it('a time that is up is a failure', async () => {
  const options = { intervalMs: 1, timeoutMs: 20, late: () => 'It is late.', say: () => undefined };
  const error: unknown = await poll(createTestIo(), options, async () => undefined).catch(
    (one: unknown) => one,
  );
  expect([exitCodeOf(error), String(error)]).toEqual([1, 'Failure: It is late.']);
});

it('Ctrl-C ends it between two questions', async () => {
  const interruption = new AbortController();
  const io = createTestIo(undefined, {}, interruption.signal);
  const polling = poll(io, { intervalMs: 60_000, say: () => undefined }, async () => undefined);
  interruption.abort();
  await expect(polling).rejects.toThrow('aborted');
});

it.each([
  ['30', 30_000],
  ['1.5s', 1_500],
  ['5m', 300_000],
  ['2h', 7_200_000],
])('the time %s has %i ms', (text, ms) => {
  expect(durationMs('timeout', text)).toBe(ms);
});

it.each(['', 'soon', '-1', '5d', '1e9', '999h'])('%j is no time', (text) => {
  expect(() => durationMs('timeout', text)).toThrow('--timeout takes a time such as 30s');
});

it('a time below the least one is refused', () => {
  expect(() => durationMs('interval', '0.5s', 1_000)).toThrow('1s at least');
});
