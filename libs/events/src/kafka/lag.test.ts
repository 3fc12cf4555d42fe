import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@patchbay/telemetry/logger';
import type { Kafka } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { createLag, lagOf } from './lag.ts';

const bounds = (partition: number, low: number, high: number) => ({
  partition,
  low: String(low),
  high: String(high),
});

describe('the lag of a group in a topic', () => {
  it('the lag of a topic is the sum of the uncommitted messages of its partitions', () => {
    const committed = [
      { partition: 0, offset: '7' },
      { partition: 1, offset: '10' },
    ];
    expect(lagOf(committed, [bounds(0, 0, 10), bounds(1, 0, 10)])).toBe(3);
  });

  it('a partition without a committed offset counts from its beginning', () => {
    expect(lagOf([{ partition: 0, offset: '-1' }], [bounds(0, 4, 10), bounds(1, 0, 2)])).toBe(8);
  });

  it('the lag counts no deleted messages, and none of a recreated topic', () => {
    expect(lagOf([{ partition: 0, offset: '2' }], [bounds(0, 6, 10)])).toBe(4);
    expect(lagOf([{ partition: 0, offset: '20' }], [bounds(0, 0, 10)])).toBe(0);
  });
});

it('a late answer about the lag is ignored, and its connection is closed afterwards', async () => {
  const answer = Promise.withResolvers<unknown[]>();
  let [created, disconnects] = [0, 0];
  const kafka = {
    admin() {
      created += 1;
      const first = created === 1;
      return {
        connect: async () => {},
        disconnect: async () => void (first && (disconnects += 1)),
        fetchTopicOffsets: () => (first ? Promise.resolve([bounds(0, 0, 5)]) : new Promise(() => {})),
        fetchOffsets: () => answer.promise,
      };
    },
  } as unknown as Kafka;
  const logger = createLogger({ service: 'test', level: 'silent' });
  const lag = createLag({ kafka, group: 'g', topics: ['t'], logger, pollMs: 1, answerMs: 20 });
  lag.start();
  await expect.poll(() => created).toBeGreaterThan(1);
  expect(disconnects).toBe(1);
  answer.resolve([{ topic: 't', partitions: [] }]);
  await sleep(5);
  expect([disconnects, lag.lags().size]).toEqual([2, 0]);
  await lag.stop();
});
