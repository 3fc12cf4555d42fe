import type { Logger } from '@patchbay/telemetry/logger';
// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs, { type Admin, type ConfigEntries, type IResourceConfigEntry } from 'kafkajs';
import { headTopic, isDeadLetterTopic } from '../topics.ts';
import { isRefusal } from './errors.ts';

export interface TopicOptions {
  /**
   * Of a topic that is created. Also the maximum of active consumers per group. Default 6. A change
   * of those of an existing topic moves keys to other partitions: their events may be consumed out of order around it.
   */
  readonly partitions?: number;
  /** Copies of each partition. Default: the `default.replication.factor` of the brokers. */
  readonly replicationFactor?: number;
  /** Copies that must have stored a message before it counts as published. Default: the `min.insync.replicas` of the brokers. */
  readonly minInsyncReplicas?: number;
  /** Days after which the brokers delete messages, except signed heads, which name no person. Default: never. */
  readonly retentionDays?: number;
}

export type Settings = Readonly<Record<string, string>>;

/**
 * Bytes of a batch of events. The outbox publisher sends up to `maxEventBytes` (512 KiB) at once, and up to 100 KiB of keys and headers.
 * Kafka's default of 1 MiB would take 150,000 records of seven bytes in one batch, more than kafkajs can read: it passes them as
 * arguments of one call, which fails at about 125,000, and the consumer would stop there.
 */
const maxBatchBytes = 786_432;

/** A dead letter holds key and value of a message, and up to 3 KiB more: also that of a topic with Kafka's default fits. */
const maxDeadLetterBytes = 2_097_152;

const dayMs = 86_400_000;

/** The brokers delete whole segments whose newest message is old enough: a segment of at most a day makes that exact to a day. */
const ageSettings = (topic: string, { retentionDays }: TopicOptions): Settings =>
  retentionDays === undefined || topic === headTopic
    ? { 'retention.ms': '-1' }
    : { 'retention.ms': String(retentionDays * dayMs), 'segment.ms': String(dayMs) };

/**
 * Settings that a topic must have: the brokers never delete its messages by size or key, and by age only after `retentionDays`, because a
 * message is lost if that happens before its consumers have handled it. Events name people: they must not stay for ever, so
 * that an outage of a consumer may not last as long. Brokers store messages uncompressed, whatever they are sent: kafkajs cannot read some compressions, and one such message would stop every
 * consumer of its partition.
 */
export const requiredSettings = (topic: string, options: TopicOptions): Settings => ({
  'cleanup.policy': 'delete',
  ...ageSettings(topic, options),
  'retention.bytes': '-1',
  'compression.type': 'uncompressed',
  'max.message.bytes': String(isDeadLetterTopic(topic) ? maxDeadLetterBytes : maxBatchBytes),
  ...(options.minInsyncReplicas !== undefined && {
    'min.insync.replicas': String(options.minInsyncReplicas),
  }),
});

export const entriesOf = (settings: Settings): IResourceConfigEntry[] =>
  Object.entries(settings).map(([name, value]) => ({ name, value }));

export interface SettingsChange {
  /** The required settings that the topic does not have, with the values that it has. */
  readonly wrong: Settings;
  /**
   * All settings of the topic after the change. kafkajs can only replace the settings of a topic as a whole, so the ones that
   * were set for this topic are included; values that it has from its brokers are not.
   */
  readonly all: Settings;
}

/** What to change in a topic; undefined if it has the required settings. */
export function settingsChange(
  required: Settings,
  current: readonly ConfigEntries[],
): SettingsChange | undefined {
  const wrong = current.filter(
    ({ configName, configValue }) => (required[configName] ?? configValue) !== configValue,
  );
  if (wrong.length === 0) return undefined;
  const settingsOf = (entries: readonly ConfigEntries[]): Settings =>
    Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
  const own = current.filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
  return { wrong: settingsOf(wrong), all: { ...settingsOf(own), ...required } };
}

export interface TopicCheckOptions extends TopicOptions {
  readonly logger: Logger;
}

/** Checks existing topics, corrects their settings and warns about those that it cannot change. */
export type CheckTopics = (admin: Admin, names: readonly string[]) => Promise<void>;

const type = kafkajs.ConfigResourceTypes.TOPIC;

export function createTopicCheck({ logger, ...options }: TopicCheckOptions): CheckTopics {
  const { replicationFactor = 1 } = options;
  /** Warnings that were logged: the check is repeated after each outage, its warnings are not. */
  const warned = new Set<string>();
  const warnOnce = (topic: string, details: Record<string, unknown>, message: string): void => {
    const key = `${topic} ${message}`;
    if (!warned.has(key)) logger.warn({ topic, ...details }, message);
    warned.add(key);
  };

  const requiredByTopic = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, requiredSettings(name, options)]));

  const correctSettings: CheckTopics = async (admin, names) => {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type, name })),
    });
    for (const { resourceName: name, configEntries } of resources) {
      const required = requiredSettings(name, options);
      const change = settingsChange(required, configEntries);
      if (change === undefined) continue;
      try {
        await admin.alterConfigs({
          validateOnly: false,
          resources: [{ type, name, configEntries: entriesOf(change.all) }],
        });
        logger.info({ topic: name, was: change.wrong, now: required }, 'corrected topic settings');
      } catch (error) {
        if (!isRefusal(error)) throw error;
        warnOnce(
          name,
          { err: error, is: change.wrong, required },
          'the cluster refused to correct topic settings: set the required values with kafka-configs.sh --alter',
        );
      }
    }
  };

  const checkReplicas: CheckTopics = async (admin, names) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
    for (const { name, partitions } of topics) {
      const replicas = Math.min(...partitions.map((partition) => partition.replicas.length));
      if (replicas < replicationFactor)
        warnOnce(
          name,
          { replicas, required: replicationFactor },
          'topic has fewer replicas than KAFKA_REPLICATION_FACTOR: add some with kafka-reassign-partitions.sh',
        );
    }
  };

  return async (admin, names) => {
    if (names.length === 0) return;
    try {
      await correctSettings(admin, names);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      warnOnce(
        names.join(', '),
        { err: error, required: requiredByTopic(names) },
        'the cluster refused to show topic settings: check that they have the required values',
      );
    }
    await checkReplicas(admin, names);
  };
}
