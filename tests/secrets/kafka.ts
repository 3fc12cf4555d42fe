import { randomUUID } from 'node:crypto';
import { waitFor } from '@patchbay/testing/wait';
import { Kafka, logLevel } from 'kafkajs';
import type { Readable } from './scan.ts';

const textOf = (value: unknown): string =>
  Buffer.isBuffer(value)
    ? value.toString('latin1')
    : Array.isArray(value)
      ? value.map(textOf).join('\n')
      : String(value);

/** Milliseconds without a message after which a topic has no more: its last record may be a marker of a transaction. */
const quietMs = 5_000;

/** Of topics that tests of one package make in the same Kafka. */
const prefixOfTests = 'topic-';

/** Every message of every other topic from its beginning to its present end: keys, values and headers. */
export async function readKafka(brokers: readonly string[]): Promise<Readable[]> {
  const kafka = new Kafka({ clientId: 'scan', brokers: [...brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId: `scan-${randomUUID()}` });
  await Promise.all([admin.connect(), consumer.connect()]);
  try {
    const topics = (await admin.listTopics()).filter(
      (topic) => !topic.startsWith('__') && !topic.startsWith(prefixOfTests),
    );
    const missing = new Map<string, number>();
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
        if (Number(high) > Number(low)) missing.set(`${topic} ${partition}`, Number(high) - 1);
    }
    const readables: Readable[] = [];
    let lastAt = performance.now();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic, partition, message: { key, value, headers, offset } }) => {
        const parts = [key, value, ...Object.entries(headers ?? {}).flat()];
        readables.push({ where: `topic ${topic}`, text: parts.map(textOf).join('\n') });
        lastAt = performance.now();
        const place = `${topic} ${partition}`;
        if (Number(offset) >= (missing.get(place) ?? Number.POSITIVE_INFINITY)) missing.delete(place);
      },
    });
    const isQuiet = () => readables.length > 0 && performance.now() - lastAt > quietMs;
    await waitFor(() => missing.size === 0 || isQuiet(), {
      what: 'the end of every topic',
      timeoutMs: 60_000,
    });
    return readables;
  } finally {
    await Promise.all([consumer.disconnect(), admin.disconnect()]);
  }
}
