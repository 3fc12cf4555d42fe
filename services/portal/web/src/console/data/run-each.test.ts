import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../api/answer.ts';
import { runEach } from './run-each.ts';

const items = Array.from({ length: 10 }, (_, index) => index);
const ok: Answer<undefined> = { ok: true, data: undefined };
const refused = (status: number, retryAfter?: number): Answer<undefined> => ({
  ok: false,
  problem: { status, errors: [], retryAfter },
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Run {
  readonly answered: [item: number, isOk: boolean][];
  readonly waits: number[];
  readonly controller: AbortController;
  readonly end: Promise<void>;
}

function run(call: (item: number) => Promise<Answer<undefined>>): Run {
  const answered: [number, boolean][] = [];
  const waits: number[] = [];
  const controller = new AbortController();
  const end = runEach({
    items,
    call,
    onAnswer: (item, { ok: isOk }) => answered.push([item, isOk]),
    onWait: (seconds) => waits.push(seconds),
    signal: controller.signal,
  });
  return { answered, waits, controller, end };
}

it('each item is called once, four at a time, and a refusal leaves the others alone', async () => {
  let running = 0;
  let most = 0;
  const { answered, end } = run(async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return item === 3 ? refused(409) : ok;
  });
  await end;
  expect(most).toBe(4);
  expect(answered.toSorted(([one], [other]) => one - other)).toEqual(items.map((item) => [item, item !== 3]));
});

it('after a 429 nothing is sent for as long as the API asks, and the refused items are sent again', async () => {
  const sent: number[] = [];
  let isLimited = true;
  const { answered, waits, end } = run(async (item) => {
    sent.push(item);
    return isLimited ? refused(429, 30) : ok;
  });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(sent).toHaveLength(4);
  expect(waits).toEqual([30]);
  isLimited = false;
  await vi.advanceTimersByTimeAsync(1_000);
  await end;
  expect(waits).toEqual([30, 0]);
  expect(answered).toHaveLength(10);
  expect(answered.every(([, isOk]) => isOk)).toBe(true);
});

it('an item that is refused with 429 again and again has failed', async () => {
  const { answered, end } = run(async (item) => (item === 0 ? refused(429, 1) : ok));
  await vi.advanceTimersByTimeAsync(60_000);
  await end;
  expect(answered.filter(([, isOk]) => !isOk)).toEqual([[0, false]]);
  expect(answered).toHaveLength(10);
});

it.each([0, 401])('after an answer of %s no further item is tried', async (status) => {
  const call = vi.fn<(item: number) => Promise<Answer<undefined>>>(async () => refused(status));
  await run(call).end;
  expect(call.mock.calls.length).toBeLessThanOrEqual(4);
});

it('ended by the person, it tries no further item, also while it waits', async () => {
  const call = vi.fn<(item: number) => Promise<Answer<undefined>>>(async () => refused(429, 600));
  const { controller, end } = run(call);
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort();
  await end;
  expect(call).toHaveBeenCalledTimes(4);
});
