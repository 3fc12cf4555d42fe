import type { ITopicConfig, Kafka } from 'kafkajs';
import { createTopicCheck, type TopicCheckOptions } from './topic-check.ts';
import { entriesOf, initialSettings, requiredSettings } from './topic-settings.ts';

export interface Topics {
  /** Creates missing topics and checks the others. Safe to call concurrently from several processes. */
  ensure(names: readonly string[]): Promise<void>;
  /** Makes the next `ensure` ask the cluster again: after an outage its topics may be gone. */
  forget(): void;
}

/** In a request: the default of the brokers. */
const brokerDefault = -1;

export function createTopics(kafka: Kafka, options: TopicCheckOptions): Topics {
  const { partitions = 6, replicationFactor = brokerDefault } = options;
  const check = createTopicCheck(options);
  const ensured = new Set<string>();

  const configOf = (topic: string): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    replicationFactor,
    configEntries: entriesOf({ ...requiredSettings(options), ...initialSettings(topic) }),
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
        await check(
          admin,
          unknown.filter((name) => existing.has(name)),
        );
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
