import { createManualClock } from '@patchbay/runtime/manual-clock';
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
  const clock = createManualClock();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const lag = createLag({ kafka, group: 'g', topics: ['t'], logger, clock });
  lag.start();
  await clock.advance(5_000);
  await clock.advance(1_000);
  expect([created, disconnects]).toEqual([2, 1]);
  answer.resolve([{ topic: 't', partitions: [] }]);
  await new Promise(setImmediate);
  expect([disconnects, lag.lags().size]).toEqual([2, 0]);
  const stopped = lag.stop();
  await clock.advance(1_000);
  await stopped;
});

describe('the wait until a group has caught up', () => {
  const setUp = () => {
    const cluster = { high: 5, committed: 3 };
    const kafka = {
      admin: () => ({
        connect: async () => {},
        disconnect: async () => {},
        fetchTopicOffsets: async () => [bounds(0, 0, cluster.high)],
        fetchOffsets: async () => [
          { topic: 't', partitions: [{ partition: 0, offset: String(cluster.committed) }] },
        ],
      }),
    } as unknown as Kafka;
    const clock = createManualClock();
    const logger = createLogger({ service: 'test', level: 'silent' });
    return { cluster, clock, lag: createLag({ kafka, group: 'g', topics: ['t'], logger, clock }) };
  };

  it('the wait ends with the commit of the last message that the topics had at its beginning', async () => {
    const { cluster, clock, lag } = setUp();
    let isOver = false;
    const waiting = lag.caughtUpWithNow().then(() => (isOver = true));
    await clock.waitingFor(1);
    cluster.high = 9;
    for (const committed of [4, 5]) {
      expect(isOver).toBe(false);
      cluster.committed = committed;
      lag.committed();
      await new Promise(setImmediate);
    }
    await waiting;
  });

  it('the commit of another process is noticed within a second', async () => {
    const { cluster, clock, lag } = setUp();
    const waiting = lag.caughtUpWithNow();
    await clock.waitingFor(1);
    cluster.committed = 5;
    await clock.advance(1_000);
    await expect(waiting).resolves.toBeUndefined();
  });

  it('the wait fails when the consumer is stopped', async () => {
    const { clock, lag } = setUp();
    const waiting = lag.caughtUpWithNow();
    await clock.waitingFor(1);
    await Promise.all([lag.stop(), expect(waiting).rejects.toThrow('the consumer g was stopped')]);
  });
});
