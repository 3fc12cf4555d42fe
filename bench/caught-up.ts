import { connectTestKafka } from '@patchbay/testing/kafka';
import { waitFor } from '@patchbay/testing/wait';

/** Resolves when each consumer group has committed the end of its topics. */
export async function caughtUp(
  brokers: readonly string[],
  topicsOfGroup: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const kafka = await connectTestKafka(brokers);
  for (const [group, topics] of Object.entries(topicsOfGroup))
    await waitFor(async () => (await kafka.progress(group, topics)).left === 0, {
      what: `${group} to read ${topics.join(', ')}`,
      timeoutMs: 120_000,
      intervalMs: 100,
    });
  await kafka.close();
}
