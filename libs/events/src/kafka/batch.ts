import { backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { EachBatchPayload } from 'kafkajs';
import type { ConsumerState } from '../consumer-state.ts';
import { createDelivery, type SendDeadLetters } from '../delivery.ts';
import type { ReceivedMessage, Subscription } from '../transport.ts';
import { errorTypeOf } from './errors.ts';
import { withHeartbeats } from './group-member.ts';
import { receivedMessage } from './received-message.ts';

export interface BatchOptions {
  readonly subscription: Subscription;
  readonly sendDeadLetters: SendDeadLetters;
  /** The number of partition assignments so far. If it changed, another member may own the partition of a running batch. */
  readonly assignment: () => number;
  /** The number of fetches so far. */
  readonly fetches: () => number;
  readonly state: ConsumerState;
  readonly stopping: AbortSignal;
  readonly clock?: Clock;
}

/** Maximum of messages per call of the handler; a fetch may return thousands. */
const chunkSize = 200;

/** Errors after which kafkajs joins the group again, unless another batch of the same fetch has failed before with another one. */
const rejoinErrors: ReadonlySet<string> = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);

/**
 * Handles the fetched messages of one partition in chunks, and commits the offset after each chunk.
 *
 * When a batch has failed because the group rebalances, kafkajs still passes the fetched batches of all other partitions before
 * it joins again. They are skipped: handling them could take longer than the group waits for this member, and their offsets
 * could not be committed. They are fetched again after the join. A new fetch without a join means that the member has kept its
 * assignment.
 */
export function createBatchHandler({
  subscription,
  sendDeadLetters,
  assignment,
  fetches,
  state,
  stopping,
  clock = systemClock,
}: BatchOptions): (payload: EachBatchPayload) => Promise<void> {
  /** The fetch of which a batch has failed with one of the `rejoinErrors`. */
  let endedFetch: number | undefined;

  return async (payload) => {
    const { topic, partition, messages } = payload.batch;
    const heartbeat = () => payload.heartbeat();
    const assigned = assignment();
    const fetched = fetches();
    if (fetched === endedFetch) return;
    const handler = `handler of ${topic}`;
    const mayContinue = (): boolean =>
      payload.isRunning() && !payload.isStale() && assignment() === assigned && !stopping.aborted;

    /** Repeats failed attempts. False: the partition was lost or the consumer is stopping before the chunk was handled. */
    const deliver = async (chunk: readonly ReceivedMessage[], lost: AbortSignal): Promise<boolean> => {
      const delivery = createDelivery(chunk, { handle: subscription.handle, sendDeadLetters });
      const end = AbortSignal.any([lost, stopping]);
      for (let failures = 0; mayContinue() && !end.aborted; failures += 1) {
        try {
          await delivery.attempt();
          return true;
        } catch (error) {
          state.failed(handler, error, 'handler failed, retrying the same messages');
          await clock.sleep(backoffMs(failures), end);
        }
      }
      return false;
    };

    // Not the offset of the last message: whoever writes a batch chooses the order of its offsets. After a lower one, the
    // messages with the higher ones would be fetched and handled again.
    let highest = -1n;
    const commit = async (chunk: readonly ReceivedMessage[]): Promise<void> => {
      for (const { offset } of chunk) if (BigInt(offset) > highest) highest = BigInt(offset);
      if (assignment() !== assigned) return;
      payload.resolveOffset(String(highest));
      await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
    };

    try {
      for (let first = 0; first < messages.length && mayContinue(); first += chunkSize) {
        const chunk = messages
          .slice(first, first + chunkSize)
          .map((message) => receivedMessage(topic, partition, message));
        // The first one stands for all that follow: a partition has its messages in the order of publishing.
        const ended = state.received(chunk[0]?.publishedMs);
        try {
          const handleChunk = async (lost: AbortSignal): Promise<void> => {
            if (!(await deliver(chunk, lost))) return;
            state.succeeded(handler);
            await commit(chunk);
          };
          await withHeartbeats(heartbeat, handleChunk, clock);
        } finally {
          ended();
        }
        await heartbeat();
      }
    } catch (error) {
      if (rejoinErrors.has(errorTypeOf(error) ?? '')) endedFetch = fetched;
      throw error;
    } finally {
      // After a success this changes nothing; else the partition was lost or the consumer is stopping.
      state.abandoned(handler);
    }
  };
}
