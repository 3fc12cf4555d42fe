import { topicOf } from '@patchbay/events/topics';
import { type ConsumingService, consumedBy } from '@patchbay/platform/services';
import { type Admin, Kafka, logLevel } from 'kafkajs';

/** Where a group reads on: at the first message of that time or later (milliseconds since the epoch), or at the end. */
export type Place = number | 'end';

interface Offset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

const offsetsAt = async (admin: Admin, topic: string, place: Place): Promise<Offset[]> => {
  const offsets =
    place === 'end'
      ? await admin.fetchTopicOffsets(topic)
      : await admin.fetchTopicOffsetsByTimestamp(topic, place);
  return offsets.map(({ partition, offset }) => ({ topic, partition, offset }));
};

/** By a member that joins the group and handles nothing. `Admin.setOffsets` takes five seconds for each topic. */
async function commit(kafka: Kafka, groupId: string, offsets: readonly Offset[]): Promise<void> {
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set(offsets.map(({ topic }) => topic))] });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} });
    await joined;
    await consumer.commitOffsets([...offsets]);
  } finally {
    await consumer.disconnect();
  }
}

/**
 * What `kafka-consumer-groups.sh --reset-offsets` does, with `--to-datetime` or `--to-latest`. Nobody may be in the groups. Resolves
 * with the number of messages that audit had read and will read again.
 */
export async function resetOffsets(
  brokers: readonly string[],
  places: Readonly<Record<ConsumingService, Place>>,
): Promise<number> {
  const kafka = new Kafka({ clientId: 'restore', brokers: [...brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const sumOf = async (groupId: ConsumingService): Promise<number> => {
    const committed = await admin.fetchOffsets({ groupId, topics: consumedBy(groupId).map(topicOf) });
    return committed
      .flatMap(({ partitions }) => partitions)
      .reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
  };
  try {
    const before = await sumOf('audit');
    await Promise.all(
      (Object.entries(places) as [ConsumingService, Place][]).map(async ([group, place]) => {
        const topics = consumedBy(group).map(topicOf);
        const offsets = await Promise.all(topics.map((topic) => offsetsAt(admin, topic, place)));
        await commit(kafka, group, offsets.flat());
      }),
    );
    return before - (await sumOf('audit'));
  } finally {
    await admin.disconnect();
  }
}
