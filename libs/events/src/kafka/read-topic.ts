import { unavailable } from '@patchbay/errors/failure';
import { backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { createKafkaClient, type KafkaClientOptions } from './client.ts';
import { createGroupMember, withHeartbeats } from './group-member.ts';

export interface ReadTopicOptions extends KafkaClientOptions {
  readonly topic: string;
  /** A consumer group without other members, with which it would share the partitions. No offset is committed. */
  readonly group: string;
  /** Called with the values of one partition, in order. The next ones are fetched when it resolves. */
  readonly handle: (values: readonly Buffer[]) => Promise<void>;
  /** Milliseconds without a message after which the reading is given up. Default 30 s. */
  readonly quietMs?: number;
  readonly clock?: Clock;
}

/** The offset of the last message of each partition that is not empty. */
async function lastOffsets(kafka: Kafka, topic: string): Promise<Map<number, bigint>> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    // Asked first for a clear message: `fetchTopicOffsets` says of a missing topic only that the broker does not host it.
    if (!(await admin.listTopics()).includes(topic)) throw unavailable(`Kafka shows no topic ${topic}`);
    const offsets = await admin.fetchTopicOffsets(topic);
    return new Map(
      offsets.flatMap(({ partition, low, high }) =>
        BigInt(high) > BigInt(low) ? [[partition, BigInt(high) - 1n]] : [],
      ),
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** Reads a topic from its beginning to the end that it has at the call. Rejects if it does not get there, or if `handle` rejects. */
export async function readTopic({
  topic,
  group,
  handle,
  quietMs = 30_000,
  clock = systemClock,
  ...options
}: ReadTopicOptions): Promise<void> {
  const kafka = createKafkaClient(options);
  const left = await lastOffsets(kafka, topic);
  /** The next offset by partition. A member that joins its group again gets every message again, because nothing is committed. */
  const next = new Map<number, bigint>();
  let receivedAt = clock.uptime();
  const isQuiet = (): boolean => clock.uptime() - receivedAt > quietMs;

  const handleBatch = async ({ partition, messages }: EachBatchPayload['batch']): Promise<void> => {
    const fresh = messages.filter(({ offset }) => BigInt(offset) >= (next.get(partition) ?? 0n));
    await handle(fresh.map(({ value }) => value ?? Buffer.alloc(0)));
    const last = BigInt(messages.at(-1)?.offset ?? -1);
    next.set(partition, last + 1n);
    if (last >= (left.get(partition) ?? 0n)) left.delete(partition);
    receivedAt = clock.uptime();
  };

  /** Resolves at the end, and with an error of Kafka, after which it can be called again. Rejects if `handle` rejects. */
  const read = async (): Promise<unknown> => {
    const { consumer } = createGroupMember({ kafka, group, clientId: undefined, logger: options.logger });
    const ended = Promise.withResolvers<unknown>();
    // May be rejected before it is awaited below: an unhandled rejection would end the process.
    ended.promise.catch(() => undefined);
    let handling = 0;
    const watch = clock.every(100, () => {
      if (handling === 0 && isQuiet()) ended.resolve(new Error('no message has come'));
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.resolve(payload.error));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatch: async (payload) => {
          handling += 1;
          try {
            // A failed heartbeat goes to kafkajs, which joins the group again.
            await withHeartbeats(
              () => payload.heartbeat(),
              () => handleBatch(payload.batch).catch(ended.reject),
              clock,
            );
          } finally {
            handling -= 1;
          }
          if (left.size === 0) ended.resolve(undefined);
        },
      });
      return await ended.promise;
    } finally {
      watch.cancel();
      await consumer.disconnect().catch(() => undefined);
    }
  };

  for (let failures = 0; left.size > 0; failures += 1) {
    const error = await read();
    if (left.size === 0) return;
    if (isQuiet()) throw unavailable(`Kafka did not send ${topic} to its end`, error);
    await clock.sleep(backoffMs(failures, { max: 2_000 }));
  }
}
