import type { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startKafka } from './kafka.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

// One of sixty-four random cluster ids begins with a dash, which Kafka's storage tool could take for an option.
const dashes = 0xf8;
vi.mock(import('node:crypto'), async (original) => ({
  ...(await original()),
  randomBytes: ((size: number) => Buffer.alloc(size, dashes)) as typeof randomBytes,
}));

it('a Kafka, also one whose cluster id begins with a dash, keeps its messages and its address when it is killed and started again', async () => {
  const directory = await createTemporaryDirectory();
  onTestFinished(() => directory.remove());
  const server = await startKafka({ directory: directory.path });
  onTestFinished(() => server.stop());
  expect(await readFile(join(directory.path, 'data', 'meta.properties'), 'utf8')).toMatch(/^cluster\.id=-/m);
  const kafka = new Kafka({ brokers: [...server.brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.createTopics({ topics: [{ topic: 'things', numPartitions: 1 }] });
  const producer = kafka.producer();
  const send = async (value: string) => {
    await producer.connect();
    await producer.send({ topic: 'things', messages: [{ value }] });
    await producer.disconnect();
  };
  await send('one');
  await admin.disconnect();
  await server.kill();
  await server.start();
  await send('two');
  await admin.connect();
  expect(await admin.fetchTopicOffsets('things')).toEqual([
    expect.objectContaining({ partition: 0, low: '0', high: '2' }),
  ]);
  await admin.disconnect();
});
