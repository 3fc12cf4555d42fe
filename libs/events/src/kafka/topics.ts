import type { ITopicConfig, Kafka } from 'kafkajs';

export interface TopicOptions {
  /** Also the maximum of active consumers per group. Default 6. A change moves keys to other partitions and breaks order. */
  readonly partitions?: number;
}

export interface Topics {
  /** Creates missing topics. Safe to call concurrently from several processes. */
  ensure(names: readonly string[]): Promise<void>;
  /** Makes the next `ensure` ask the cluster again: after an outage its topics may be gone. */
  forget(): void;
}

const deadLetterEntries = [
  // No retention limit: dead letters stay until an operator deletes them.
  { name: 'retention.ms', value: '-1' },
  // Twice Kafka's default: the largest message of a topic still fits when it is wrapped in a dead letter.
  { name: 'max.message.bytes', value: '2097152' },
];

export function createTopics(kafka: Kafka, { partitions = 6 }: TopicOptions = {}): Topics {
  const ensured = new Set<string>();

  const configOf = (topic: string): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    // The broker's default: the operator sets `default.replication.factor` and `min.insync.replicas`.
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
        // Resolves with false if another process has created them meanwhile.
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
