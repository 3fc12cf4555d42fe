import { connectTestKafka } from '@patchbay/testing/kafka';
import type { Readable } from './scan.ts';

/** Of topics that tests of one package make in the same Kafka. */
const prefixOfTests = 'topic-';

/** Every message of every other topic from its beginning to its present end: keys, values and headers. */
export async function readKafka(brokers: readonly string[]): Promise<Readable[]> {
  const kafka = await connectTestKafka(brokers);
  try {
    const topics = (await kafka.topics()).filter(
      (topic) => !topic.startsWith('__') && !topic.startsWith(prefixOfTests),
    );
    return (await kafka.read(topics)).map(({ topic, key, value, headers }) => ({
      where: `topic ${topic}`,
      text: [key, value.toString('latin1'), ...Object.entries(headers).flat()].join('\n'),
    }));
  } finally {
    await kafka.close();
  }
}
