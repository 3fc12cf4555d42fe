import type { ITopicConfig, Kafka } from 'kafkajs';

export interface TopicOptions {
  /** How many consumers of a group can share a topic. Default 6; it cannot be changed later without breaking order. */
  readonly partitions?: number;
}

export interface Topics {
  /** Creates those that are missing. Another process may be doing the same. */
  ensure(names: readonly string[]): Promise<void>;
  /** Looks again next time: the cluster may not be the one it was. */
  forget(): void;
}

const deadLetterEntries = [
  // Kept until somebody deletes them.
  { name: 'retention.ms', value: '-1' },
  // Twice Kafka's own limit: the largest message that a topic takes still fits when it is wrapped as a letter.
  { name: 'max.message.bytes', value: '2097152' },
];

export function createTopics(kafka: Kafka, { partitions = 6 }: TopicOptions = {}): Topics {
  const ensured = new Set<string>();

  const configOf = (topic: string): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    // As the cluster is set up: how many replicas there are, and how many must have a message before it counts, is the
    // operator's to say (`default.replication.factor`, `min.insync.replicas`).
    replicationFactor: -1,
    configEntries: topic.endsWith('.dead-letter') ? deadLetterEntries : [],
  });

  return {
    async ensure(names) {
      const unknown = names.filter((name) => !ensured.has(name));
      if (unknown.length === 0) return;
      const admin = kafka.admin();
      try {
        await admin.connect();
        const existing = new Set(await admin.listTopics());
        const missing = unknown.filter((name) => !existing.has(name));
        // Resolves with false where somebody else has created them meanwhile.
        if (missing.length > 0) await admin.createTopics({ topics: missing.map(configOf), timeout: 5_000 });
        for (const name of unknown) ensured.add(name);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    },
    forget() {
      ensured.clear();
    },
  };
}
