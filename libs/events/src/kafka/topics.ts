import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Admin, ITopicConfig, Kafka } from 'kafkajs';
import { isCausedBy } from './errors.ts';
import { createTopicCheck, entriesOf, requiredSettings, type TopicCheckOptions } from './topic-settings.ts';

export interface Topics {
  /**
   * Creates missing topics and checks the others. Safe to call concurrently from several processes. While some partition of
   * the cluster has no leader, it may resolve without having done so, and a missing topic fails when it is used.
   */
  ensure(names: readonly string[]): Promise<void>;
  /** Makes the next `ensure` ask the cluster again: after an outage its topics may be gone. */
  forget(): void;
}

/** In a request: the default of the brokers. */
const brokerDefault = -1;

/**
 * A partition has no leader. The admin requests of kafkajs ask for the metadata of every topic of the cluster and reject if any
 * partition of any topic has this error. Producers and consumers ask about their own topics only.
 */
const leaderless: ReadonlySet<string> = new Set(['LEADER_NOT_AVAILABLE', 'LISTENER_NOT_FOUND']);

/** How long topics are used unchecked before the cluster is asked again, if it could not tell, in milliseconds. */
const askAgainMs = 10_000;

/** How long a broker may take to show a topic that the controller has created, in milliseconds. */
const visibleMs = 5_000;
const notVisible: ReadonlySet<string> = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

/** The `waitForLeaders` of kafkajs rejects if the broker does not know the new topic yet. */
async function untilVisible(admin: Admin, names: readonly string[], clock: Clock): Promise<void> {
  const deadline = clock.uptime() + visibleMs;
  for (;;) {
    try {
      await admin.fetchTopicMetadata({ topics: [...names] });
      return;
    } catch (error) {
      if (!isCausedBy(error, notVisible) || clock.uptime() > deadline) throw error;
      await clock.sleep(100);
    }
  }
}

export function createTopics(kafka: Kafka, options: TopicCheckOptions, clock: Clock = systemClock): Topics {
  const { partitions = 6, replicationFactor = brokerDefault, logger } = options;
  const check = createTopicCheck(options);
  /** By name: until when the topic is not checked again, in milliseconds of the uptime. */
  const ensured = new Map<string, number>();

  const configOf = (topic: string): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    replicationFactor,
    configEntries: entriesOf(requiredSettings(topic, options)),
  });

  const ask = async (names: readonly string[]): Promise<void> => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      const existing = new Set(await admin.listTopics());
      const missing = names.filter((name) => !existing.has(name));
      if (missing.length > 0) {
        // Resolves with false if another process has created them meanwhile.
        await admin.createTopics({ topics: missing.map(configOf), timeout: 5_000, waitForLeaders: false });
        await untilVisible(admin, missing, clock);
      }
      await check(
        admin,
        names.filter((name) => existing.has(name)),
      );
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  };

  return {
    async ensure(names) {
      const unknown = names.filter((name) => (ensured.get(name) ?? 0) <= clock.uptime());
      if (unknown.length === 0) return;
      let until = Number.POSITIVE_INFINITY;
      try {
        await ask(unknown);
      } catch (error) {
        if (!isCausedBy(error, leaderless)) throw error;
        logger.debug(
          { err: error, topics: unknown },
          'skipped the check of topics: a partition has no leader',
        );
        until = clock.uptime() + askAgainMs;
      }
      for (const name of unknown) ensured.set(name, until);
    },
    forget() {
      ensured.clear();
    },
  };
}
