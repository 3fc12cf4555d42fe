import { randomUUID } from 'node:crypto';
// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs, { type Consumer, type KafkaMessage } from 'kafkajs';
import { waitFor } from './wait.ts';

export interface TestMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The first message that was published at that time or later (milliseconds since the epoch), or the end of the topic. */
export type TopicPosition = number | 'end';

/** A Kafka client with all rights, separate from that of the services; for tests and benchmarks. */
export interface TestKafka {
  topics(): Promise<string[]>;
  createTopic(topic: string, partitions: number, replicationFactor: number): Promise<void>;
  /** Deletes topics; missing ones are ignored. */
  deleteTopics(topics: readonly string[]): Promise<void>;
  /** Rejects while a partition has no leader. */
  partitions(topic: string): Promise<TestPartition[]>;
  /** The values of some settings of a topic. */
  settings(topic: string, names: readonly string[]): Promise<Record<string, string>>;
  /** How many messages the topics ever had. Rejects if one does not exist. */
  countMessages(topics: readonly string[]): Promise<number>;
  /** How many messages of the topics a group has committed, and how many it has not. */
  progress(group: string, topics: readonly string[]): Promise<{ committed: number; left: number }>;
  /** Sends each message by a request of its own, in order. */
  send(messages: readonly TestMessage[]): Promise<void>;
  /** Every message of topics from the beginning to the present end. Bytes of values and headers that are no text are kept as latin1. */
  read(topics: readonly string[]): Promise<TestMessage[]>;
  /** Like `kafka-consumer-groups.sh --reset-offsets`. The group must have no members. */
  resetOffsets(group: string, topics: readonly string[], position: TopicPosition): Promise<void>;
  close(): Promise<void>;
}

export interface TestPartition {
  readonly partitionId: number;
  readonly leader: number;
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
}

/** Milliseconds without a message after which a topic has no more: its last record may be a marker of a transaction. */
const quietMs = 60_000;

const textOf = (value: KafkaMessage['value'] | string | (Buffer | string)[] | undefined): string =>
  Array.isArray(value) ? value.map(textOf).join('\n') : (value?.toString('latin1') ?? '');

const receivedOn = (topic: string, { key, value, headers = {} }: KafkaMessage): TestMessage => ({
  topic,
  key: textOf(key),
  value: value ?? Buffer.alloc(0),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, textOf(text)])),
});

export async function connectTestKafka(brokers: readonly string[]): Promise<TestKafka> {
  const kafka = new kafkajs.Kafka({
    clientId: 'test',
    brokers: [...brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const admin = kafka.admin();
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await Promise.all([admin.connect(), producer.connect()]);

  const withConsumer = async (
    groupId: string,
    topics: readonly string[],
    work: (consumer: Consumer) => Promise<void>,
  ): Promise<void> => {
    const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await work(consumer);
    } finally {
      await consumer.disconnect();
    }
  };

  const countMessages = async (topics: readonly string[]): Promise<number> => {
    const offsets = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
    return offsets.flat().reduce((sum, { high }) => sum + Number(high), 0);
  };

  return {
    topics: () => admin.listTopics(),
    async createTopic(topic, numPartitions, replicationFactor) {
      await admin.createTopics({ topics: [{ topic, numPartitions, replicationFactor }] });
    },
    async deleteTopics(topics) {
      const existing = new Set(await admin.listTopics());
      await admin.deleteTopics({ topics: topics.filter((topic) => existing.has(topic)) });
    },
    async partitions(topic) {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      return topics.flatMap((one) => one.partitions);
    },
    async settings(name, configNames) {
      const type = kafkajs.ConfigResourceTypes.TOPIC;
      const resources = [{ type, name, configNames: [...configNames] }];
      const described = await admin.describeConfigs({ includeSynonyms: false, resources });
      const entries = described.resources.flatMap(({ configEntries }) => configEntries);
      return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
    },
    countMessages,
    async progress(groupId, topics) {
      const groups = await admin.fetchOffsets({ groupId, topics: [...topics] });
      const offsets = groups.flatMap(({ partitions }) => partitions);
      const committed = offsets.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
      return { committed, left: (await countMessages(topics)) - committed };
    },
    async send(messages) {
      for (const { topic, key, value, headers } of messages)
        await producer.send({ topic, messages: [{ key, value, headers: { ...headers } }] });
    },
    async read(topics) {
      const found: TestMessage[] = [];
      const unread = new Map<string, bigint>();
      for (const topic of topics)
        for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
          if (BigInt(high) > BigInt(low)) unread.set(`${topic} ${partition}`, BigInt(high) - 1n);
      let lastAt = performance.now();
      await withConsumer(`test-${randomUUID()}`, topics, async (consumer) => {
        await consumer.run({
          autoCommit: false,
          async eachMessage({ topic, partition, message }) {
            found.push(receivedOn(topic, message));
            lastAt = performance.now();
            const last = unread.get(`${topic} ${partition}`);
            if (last !== undefined && BigInt(message.offset) >= last) unread.delete(`${topic} ${partition}`);
          },
        });
        const isQuiet = (): boolean => found.length > 0 && performance.now() - lastAt > quietMs;
        await waitFor(() => unread.size === 0 || isQuiet(), { what: 'the end of every topic' });
      });
      return found;
    },
    async resetOffsets(group, topics, position) {
      const offsets = await Promise.all(
        topics.map(async (topic) => {
          const found =
            position === 'end'
              ? await admin.fetchTopicOffsets(topic)
              : await admin.fetchTopicOffsetsByTimestamp(topic, position);
          return found.map(({ partition, offset }) => ({ topic, partition, offset }));
        }),
      );
      // By a member that joins the group and handles nothing: `Admin.setOffsets` takes five seconds for each topic.
      await withConsumer(group, topics, async (consumer) => {
        const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
        await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} });
        await joined;
        await consumer.commitOffsets(offsets.flat());
      });
    },
    async close() {
      await Promise.all([admin.disconnect(), producer.disconnect()]);
    },
  };
}
