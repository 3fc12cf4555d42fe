import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { withHeartbeats } from './group-member.ts';

afterEach(() => void vi.useRealTimers());

it('heartbeats are sent at about the interval of kafkajs, which skips calls that are too early', async () => {
  vi.useFakeTimers();
  const sent = [0];
  const begin = Date.now();
  /** As kafkajs does: it measures the interval from the answer to the last request. */
  const heartbeat = async () => {
    const now = Date.now() - begin;
    if (now >= (sent.at(-1) ?? 0) + 1_000) sent.push(now + 2);
  };
  const work = Promise.withResolvers<void>();
  const running = withHeartbeats(heartbeat, () => work.promise);
  await vi.advanceTimersByTimeAsync(10_000);
  work.resolve();
  await running;
  const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
  expect(gaps.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_300);
});

it('a failed heartbeat aborts the work and rejects with its error', async () => {
  const lost = new Error('the group rebalances');
  const running = withHeartbeats(
    () => Promise.reject(lost),
    async (signal) => {
      while (!signal.aborted) await sleep(10);
    },
  );
  await expect(running).rejects.toBe(lost);
});
