import kafkajs, { type ConfigEntries, type IResourceConfigEntry } from 'kafkajs';
import { isDeadLetterTopic } from '../topics.ts';

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
}

export type Settings = Readonly<Record<string, string>>;

/**
 * Bytes of a batch of events. The relay publishes up to `maxEventBytes` (512 KiB) at once, and up to 100 KiB of keys and headers.
 * Kafka's default of 1 MiB would take 150,000 records of seven bytes in one batch, more than kafkajs can read: it passes them as
 * arguments of one call, which fails at about 125,000, and the consumer would stop there.
 */
const maxBatchBytes = 786_432;

/** A dead letter holds key and value of a message, and up to 3 KiB more: also that of a topic with Kafka's default fits. */
const maxDeadLetterBytes = 2_097_152;

/**
 * Settings that a topic must have: the brokers never delete its messages by age, size or key, because a message is lost if
 * that happens before its consumers have handled it, and an outage of a consumer may last longer than any limit. They store
 * messages uncompressed, whatever they are sent: kafkajs cannot read some compressions, and one such message would stop every
 * consumer of its partition.
 */
export const requiredSettings = (topic: string, { minInsyncReplicas }: TopicOptions): Settings => ({
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'compression.type': 'uncompressed',
  'max.message.bytes': String(isDeadLetterTopic(topic) ? maxDeadLetterBytes : maxBatchBytes),
  ...(minInsyncReplicas !== undefined && { 'min.insync.replicas': String(minInsyncReplicas) }),
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
