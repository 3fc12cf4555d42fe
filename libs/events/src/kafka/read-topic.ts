import { unavailable } from '@patchbay/errors/failure';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { createKafkaClient, type KafkaClientOptions } from './client.ts';
import { createGroupMember } from './group-member.ts';
import { withHeartbeats } from './heartbeat.ts';

export interface ReadTopicOptions extends KafkaClientOptions {
  readonly topic: string;
  /** A group that nobody else is in: members of a group share the partitions. No offset is committed. */
  readonly group: string;
  /** Called with the values of one partition, in order. The next ones are fetched when it resolves. */
  readonly handle: (values: readonly Buffer[]) => Promise<void>;
  /** Milliseconds without a message after which the reading is given up. Default 30 s. */
  readonly quietMs?: number;
}

/** By partition that is not empty, the offset of the last message. */
async function lastOffsets(kafka: Kafka, topic: string): Promise<Map<number, bigint>> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    // Asked first: `fetchTopicOffsets` would create a missing topic where the brokers allow it.
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

/** Reads a topic from its beginning to the end that it has at the call. Rejects if it does not get there. */
export async function readTopic({
  topic,
  group,
  handle,
  quietMs = 30_000,
  ...options
}: ReadTopicOptions): Promise<void> {
  const kafka = createKafkaClient(options);
  const left = await lastOffsets(kafka, topic);
  if (left.size === 0) return;
  const { consumer } = createGroupMember({ kafka, group, clientId: undefined, logger: options.logger });
  const ended = Promise.withResolvers<void>();
  // May be rejected before it is awaited below: an unhandled rejection would end the process.
  ended.promise.catch(() => undefined);
  let quiet: NodeJS.Timeout | undefined;
  const listen = (): void => {
    const giveUp = () => ended.reject(unavailable(`Kafka did not send ${topic} to its end`));
    quiet = setTimeout(giveUp, quietMs);
  };
  /** By partition, what comes next: a member that joins its group again begins anew, because nothing is committed. */
  const next = new Map<number, bigint>();

  const handleBatch = async ({ partition, messages }: EachBatchPayload['batch']): Promise<void> => {
    clearTimeout(quiet);
    const fresh = messages.filter(({ offset }) => BigInt(offset) >= (next.get(partition) ?? 0n));
    await handle(fresh.map(({ value }) => value ?? Buffer.alloc(0)));
    const last = BigInt(messages.at(-1)?.offset ?? -1);
    next.set(partition, last + 1n);
    if (last >= (left.get(partition) ?? 0n)) left.delete(partition);
    if (left.size === 0) ended.resolve();
    else listen();
  };

  try {
    listen();
    await consumer.connect();
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: ({ batch, heartbeat }) =>
        // A failed heartbeat goes to kafkajs, which joins the group again.
        withHeartbeats(heartbeat, () => handleBatch(batch).catch(ended.reject)),
    });
    await ended.promise;
  } finally {
    clearTimeout(quiet);
    await consumer.disconnect().catch(() => undefined);
  }
}
