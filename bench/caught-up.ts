import { waitFor } from '@patchbay/testing/wait';
import { Kafka, logLevel } from 'kafkajs';

const sumOf = (offsets: readonly { readonly offset: string }[]): number =>
  offsets.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);

/** Resolves when each consumer group has committed the end of its topics. */
export async function caughtUp(
  brokers: readonly string[],
  topicsOfGroup: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'bench', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const isAtEnd = async (groupId: string, topic: string): Promise<boolean> => {
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    return sumOf(committed?.partitions ?? []) >= sumOf(await admin.fetchTopicOffsets(topic));
  };
  for (const [group, topics] of Object.entries(topicsOfGroup)) {
    for (const topic of topics)
      await waitFor(() => isAtEnd(group, topic), {
        what: `${group} to read ${topic}`,
        timeoutMs: 120_000,
        intervalMs: 100,
      });
  }
  await admin.disconnect();
}
