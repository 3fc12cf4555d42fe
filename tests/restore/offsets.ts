import { topicOf } from '@patchbay/events/topics';
import { type ConsumingService, consumedBy } from '@patchbay/platform/services';
import { Kafka, logLevel } from 'kafkajs';

/** Where a group reads on: at the first message of that time or later (milliseconds since the epoch), or at the end. */
export type Place = number | 'end';

/**
 * What `kafka-consumer-groups.sh --reset-offsets` does, with `--to-datetime` or `--to-latest`. Nobody may be in the groups. Resolves
 * with the number of messages that each group had read and will read again.
 */
export async function resetOffsets(
  brokers: readonly string[],
  places: Readonly<Record<ConsumingService, Place>>,
): Promise<Map<string, number>> {
  const admin = new Kafka({ clientId: 'restore', brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const again = new Map<string, number>();
    for (const [group, place] of Object.entries(places) as [ConsumingService, Place][]) {
      const topics = consumedBy(group).map(topicOf);
      const committed = await admin.fetchOffsets({ groupId: group, topics });
      for (const { topic, partitions: before } of committed) {
        const offsets =
          place === 'end'
            ? await admin.fetchTopicOffsets(topic)
            : await admin.fetchTopicOffsetsByTimestamp(topic, place);
        const partitions = offsets.map(({ partition, offset }) => ({ partition, offset }));
        await admin.setOffsets({ groupId: group, topic, partitions });
        const after = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
        for (const { partition, offset } of before) {
          const back = Math.max(0, Number(offset) - (after.get(partition) ?? 0));
          again.set(group, (again.get(group) ?? 0) + back);
        }
      }
    }
    return again;
  } finally {
    await admin.disconnect();
  }
}
