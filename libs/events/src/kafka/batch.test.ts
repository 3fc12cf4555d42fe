import { createLog } from '@patchbay/testing/log';
import type { EachBatchPayload } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { createConsumerState } from '../consumer-state.ts';
import type { ReceivedMessage } from '../transport.ts';
import { createBatchHandler } from './batch.ts';

const protocolError = (type: string) => Object.assign(new Error(type), { type });

const rangeOf = (batch: readonly ReceivedMessage[]): string =>
  `${batch[0]?.offset} to ${batch.at(-1)?.offset}`;

/** A member of a group whose heartbeats fail with `heartbeatError`, if there is one. */
function setUp() {
  const handled: number[] = [];
  const steps: string[] = [];
  const committed: number[] = [];
  const member = { assignment: 1, fetch: 1, heartbeatError: undefined as Error | undefined };
  const { logger } = createLog();
  const handle = createBatchHandler({
    subscription: {
      group: 'g',
      topics: ['t'],
      async handle(batch) {
        steps.push(`handle ${rangeOf(batch)}`);
        handled.push(...batch.map(({ partition }) => partition));
      },
    },
    sendDeadLetters: async () => {},
    assignment: () => member.assignment,
    fetches: () => member.fetch,
    state: createConsumerState({ group: 'g', logger }),
    stopping: new AbortController().signal,
  });
  const resolved: string[] = [];
  const batch = (partition: number, offsets = ['0']) =>
    handle({
      batch: {
        topic: 't',
        partition,
        messages: offsets.map((offset) => ({ offset, key: null, value: null, headers: {} })),
      },
      heartbeat: async () => {
        if (member.heartbeatError) throw member.heartbeatError;
      },
      resolveOffset: (offset: string) => void resolved.push(offset),
      uncommittedOffsets: () => ({ topics: [] }),
      commitOffsetsIfNecessary: async () => void committed.push(partition),
      isRunning: () => true,
      isStale: () => false,
    } as unknown as EachBatchPayload);
  return { handled, steps, committed, resolved, member, batch };
}

describe('a batch', () => {
  it.each(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID', 'NOT_COORDINATOR_FOR_GROUP'])(
    'a batch is skipped after another one of the same fetch failed with %s',
    async (type) => {
      const { handled, committed, member, batch } = setUp();
      member.heartbeatError = protocolError(type);
      await expect(batch(0)).rejects.toThrow(type);
      await batch(1);
      expect(handled).toEqual([0]);
      member.heartbeatError = undefined;
      await batch(2);
      expect(handled).toEqual([0]);
      member.assignment += 1;
      member.fetch += 1;
      await batch(1);
      expect([handled, committed]).toEqual([
        [0, 1],
        [0, 1],
      ]);
    },
  );

  it('a batch is handled when it is fetched again without a new assignment', async () => {
    const { handled, member, batch } = setUp();
    member.heartbeatError = protocolError('REBALANCE_IN_PROGRESS');
    await expect(batch(0)).rejects.toThrow('REBALANCE_IN_PROGRESS');
    member.heartbeatError = undefined;
    member.fetch += 1;
    await batch(0);
    expect(handled).toEqual([0, 0]);
  });

  it('a batch is handled after another one failed with an error that keeps the assignment', async () => {
    const { handled, member, batch } = setUp();
    for (const error of [protocolError('REQUEST_TIMED_OUT'), new Error('connection closed')]) {
      member.heartbeatError = error;
      await expect(batch(0)).rejects.toThrow(error.message);
    }
    member.heartbeatError = undefined;
    await batch(1);
    expect(handled).toEqual([0, 0, 1]);
  });

  it('a batch is handled in chunks of at most 200 messages, in order', async () => {
    const { steps, batch } = setUp();
    await batch(
      0,
      Array.from({ length: 450 }, (_, index) => String(index)),
    );
    expect(steps).toEqual(['handle 0 to 199', 'handle 200 to 399', 'handle 400 to 449']);
  });

  it('a batch is committed up to its highest offset, also if its offsets fall', async () => {
    const { resolved, batch } = setUp();
    const offsets = Array.from({ length: 250 }, (_, index) => String(9_007_199_254_741_250n - BigInt(index)));
    await batch(0, offsets);
    expect(resolved).toEqual([offsets[0], offsets[0]]);
    await batch(0, offsets.toReversed());
    expect(resolved.slice(2)).toEqual([offsets[50], offsets[0]]);
  });
});
