import { backoffMs, pause } from '@patchbay/runtime/backoff';
import type { Logger } from '@patchbay/telemetry/logger';
import type { EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import type { SetAside } from '../dead-letter.ts';
import { createDelivery } from '../delivery.ts';
import type { ReceivedMessage, Subscription } from '../transport.ts';
import { whileBeating } from './heartbeat.ts';

export interface BatchOptions {
  readonly subscription: Subscription;
  readonly deadLetter: SetAside;
  /** Counts how often partitions were assigned: work of an earlier assignment is not ours any more. */
  readonly assignment: () => number;
  /** Told the error of each failed attempt, and undefined when the messages are handled or no longer ours. */
  readonly onAttempt: (error: unknown) => void;
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

/** Messages a handler gets at once; a fetch may bring thousands. */
const chunkSize = 200;

const textHeaders = (headers: IHeaders = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const [first] = Array.isArray(value) ? value : [value];
      return first === undefined ? [] : [[name, first.toString()]];
    }),
  );

const received = (topic: string, partition: number, message: KafkaMessage): ReceivedMessage => ({
  topic,
  partition,
  offset: message.offset,
  key: message.key?.toString() ?? '',
  keyBytes: message.key ?? new Uint8Array(),
  value: message.value ?? new Uint8Array(),
  headers: textHeaders(message.headers),
});

/** Handles what a fetch brought of one partition, and commits after each chunk that its handler has finished. */
export const createBatchHandler =
  ({ subscription, deadLetter, assignment, onAttempt, stopping, logger }: BatchOptions) =>
  async (payload: EachBatchPayload): Promise<void> => {
    const { topic, partition, messages } = payload.batch;
    const heartbeat = () => payload.heartbeat();
    const assigned = assignment();
    const isOurs = (): boolean =>
      payload.isRunning() && !payload.isStale() && assignment() === assigned && !stopping.aborted;

    /** False where it had to give up before the messages were handled. */
    const handled = async (chunk: readonly ReceivedMessage[], lost: AbortSignal): Promise<boolean> => {
      const delivery = createDelivery(chunk, { handle: subscription.handle, deadLetter });
      const end = AbortSignal.any([lost, stopping]);
      for (let failures = 0; isOurs() && !end.aborted; failures += 1) {
        try {
          await delivery.attempt();
          return true;
        } catch (error) {
          onAttempt(error);
          if (failures === 0) {
            const { group } = subscription;
            logger.warn({ err: error, group, topic, partition }, 'a handler fails and is repeated');
          }
          await pause(backoffMs(failures), end);
        }
      }
      return false;
    };

    const commit = async (chunk: readonly ReceivedMessage[]): Promise<void> => {
      const last = chunk.at(-1);
      if (last === undefined || assignment() !== assigned) return;
      payload.resolveOffset(last.offset);
      await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
    };

    try {
      for (let first = 0; first < messages.length && isOurs(); first += chunkSize) {
        const chunk = messages
          .slice(first, first + chunkSize)
          .map((message) => received(topic, partition, message));
        await whileBeating(heartbeat, async (lost) => {
          if (await handled(chunk, lost)) {
            onAttempt(undefined);
            await commit(chunk);
          }
        });
        await heartbeat();
      }
    } finally {
      onAttempt(undefined);
    }
  };
