import { topicOf } from '@patchbay/events/topics';
import { type ConsumingService, consumedBy } from '@patchbay/platform/services';
import { connectTestKafka, type TopicPosition } from '@patchbay/testing/kafka';

const topicsOf = (service: ConsumingService): string[] => consumedBy(service).map(topicOf);

/** Resolves with the number of messages that audit had read and will read again. The groups must have no members. */
export async function resetOffsets(
  brokers: readonly string[],
  positions: Readonly<Record<ConsumingService, TopicPosition>>,
): Promise<number> {
  const kafka = await connectTestKafka(brokers);
  const readByAudit = async () => (await kafka.progress('audit', topicsOf('audit'))).committed;
  try {
    const before = await readByAudit();
    await Promise.all(
      (Object.entries(positions) as [ConsumingService, TopicPosition][]).map(([group, position]) =>
        kafka.resetOffsets(group, topicsOf(group), position),
      ),
    );
    return before - (await readByAudit());
  } finally {
    await kafka.close();
  }
}
