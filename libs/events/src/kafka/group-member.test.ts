import { once } from 'node:events';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { withHeartbeats } from './group-member.ts';

it('heartbeats are sent at about the interval of kafkajs, which skips calls that are too early', async () => {
  const clock = createManualClock();
  const sent = [0];
  /** As kafkajs does: it measures the interval from the answer to the last request. */
  const heartbeat = async () => {
    const now = clock.uptime();
    if (now >= (sent.at(-1) ?? 0) + 1_000) sent.push(now + 2);
  };
  const work = Promise.withResolvers<void>();
  const running = withHeartbeats(heartbeat, () => work.promise, clock);
  await clock.advance(10_000);
  work.resolve();
  await running;
  const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
  expect(gaps.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_300);
});

it('a failed heartbeat aborts the work and rejects with its error', async () => {
  const clock = createManualClock();
  const lost = new Error('the group rebalances');
  const running = withHeartbeats(
    () => Promise.reject(lost),
    (signal) => once(signal, 'abort'),
    clock,
  );
  const error = running.catch((thrown: unknown) => thrown);
  await clock.advance(250);
  expect(await error).toBe(lost);
});
