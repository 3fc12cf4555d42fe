import { randomUUID } from 'node:crypto';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
import { type Admin, ConfigResourceTypes } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deadLetterTopicOf } from '../topics.ts';
import { createKafkaClient } from './client.ts';
import { createTopics } from './topics.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let kafka: ReturnType<typeof createKafkaClient>;
let admin: Admin;
beforeAll(async () => {
  kafka = createKafkaClient({ brokers: testServers().kafkaBrokers, clientId: 'test', logger });
  admin = kafka.admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

const required = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'compression.type': 'uncompressed',
  'max.message.bytes': '786432',
};

/** The values of some settings of a topic. */
const settingsOf = async (name: string, ...configNames: string[]) => {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name, configNames }];
  const answer = await admin.describeConfigs({ includeSynonyms: false, resources });
  const entries = answer.resources.flatMap(({ configEntries }) => configEntries);
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
};
const checked = Object.keys(required);

describe('the topics of events', () => {
  it('event topics are created without a retention limit', async () => {
    const topic = `topic-${randomUUID()}`;
    const names = [topic, deadLetterTopicOf(topic)];
    await createTopics(kafka, { logger }).ensure(names);
    const [ofEvents, ofDeadLetters] = await Promise.all(names.map((name) => settingsOf(name, ...checked)));
    expect(ofEvents).toEqual(required);
    expect(ofDeadLetters).toEqual({ ...required, 'max.message.bytes': '2097152' });
  });

  it('a topic that would lose events is corrected and keeps its other settings', async () => {
    const topic = `topic-${randomUUID()}`;
    const configEntries = [
      { name: 'retention.ms', value: '60000' },
      { name: 'cleanup.policy', value: 'compact' },
      { name: 'segment.bytes', value: '5000000' },
    ];
    await admin.createTopics({
      topics: [{ topic, numPartitions: 2, replicationFactor: 1, configEntries }],
      waitForLeaders: false,
    });
    await vi.waitFor(async () => expect(await admin.listTopics()).toContain(topic), { timeout: 120_000 });
    await createTopics(kafka, { logger }).ensure([topic]);
    await vi.waitFor(
      async () =>
        expect(await settingsOf(topic, ...checked, 'segment.bytes')).toEqual({
          ...required,
          'segment.bytes': '5000000',
        }),
      { timeout: 120_000 },
    );
  });

  it('event topics have the configured replication', async () => {
    const topic = `topic-${randomUUID()}`;
    const options = { replicationFactor: 1, minInsyncReplicas: 1, logger };
    await createTopics(kafka, options).ensure([topic]);
    expect(await settingsOf(topic, 'min.insync.replicas')).toEqual({ 'min.insync.replicas': '1' });
    const tooMany = createTopics(kafka, { replicationFactor: 99, logger });
    await expect(tooMany.ensure([`topic-${randomUUID()}`])).rejects.toThrow('Topic creation errors');
  });

  it('a topic with fewer replicas than configured is warned about once', async () => {
    const topic = `topic-${randomUUID()}`;
    await createTopics(kafka, { logger }).ensure([topic]);
    const warn = vi.spyOn(logger, 'warn');
    const topics = createTopics(kafka, { replicationFactor: 3, logger });
    await topics.ensure([topic]);
    topics.forget();
    await topics.ensure([topic]);
    expect(warn.mock.calls).toEqual([
      [
        { topic, replicas: 1, required: 3 },
        'topic has fewer replicas than KAFKA_REPLICATION_FACTOR: add some with kafka-reassign-partitions.sh',
      ],
    ]);
  });
});
