import { deadLetterTopicOf, eventTopics } from '@patchbay/events/topics';
import type { RunningStack } from '@patchbay/local/stack/stack';
import { publishingServices } from '@patchbay/platform/services';
import { connectTestKafka } from '@patchbay/testing/kafka';

/** The messages that the dead-letter topics ever had. Rejects where a topic does not exist. */
export async function countDeadLetters({ ports }: RunningStack): Promise<number> {
  const kafka = await connectTestKafka([`127.0.0.1:${ports.servers.kafka}`]);
  try {
    return await kafka.countMessages(eventTopics.map(deadLetterTopicOf));
  } finally {
    await kafka.close();
  }
}

const outboxMetric = /^patchbay_outbox_oldest\S* (\S+)$/gm;

/** Only an active relay tells the age. */
const leadingMetric = /^patchbay_relay_leading\S* 1$/m;

/** The value of the only sample of the metric; undefined where there is none, or more than one, or no relay is active. */
export function outboxAgeIn(metrics: string): number | undefined {
  const [sample, ...more] = [...metrics.matchAll(outboxMetric)];
  return sample === undefined || more.length > 0 || !leadingMetric.test(metrics)
    ? undefined
    : Number(sample[1]);
}

/** The age of the oldest event that each publishing service has not published, as its metrics say; 0 where there is none. */
export async function readOutboxes({ ports }: RunningStack): Promise<Map<string, number | undefined>> {
  const ages = new Map<string, number | undefined>();
  for (const name of publishingServices) {
    const response = await fetch(`http://127.0.0.1:${ports.services[name].admin}/metrics`, {
      signal: AbortSignal.timeout(5_000),
    });
    ages.set(name, outboxAgeIn(await response.text()));
  }
  return ages;
}
