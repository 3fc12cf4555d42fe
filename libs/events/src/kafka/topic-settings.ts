import kafkajs, { type ConfigEntries, type IResourceConfigEntry } from 'kafkajs';

export interface TopicOptions {
  /** Also the maximum of active consumers per group. Default 6. A change moves keys to other partitions and breaks order. */
  readonly partitions?: number;
  /** Copies of each partition. Default: the `default.replication.factor` of the brokers. */
  readonly replicationFactor?: number;
  /** Copies that must have stored a message before it counts as published. Default: the `min.insync.replicas` of the brokers. */
  readonly minInsyncReplicas?: number;
}

export type Settings = Readonly<Record<string, string>>;

/**
 * Settings that a topic must have: the brokers never delete its messages by age, size or key, because a message is lost if
 * that happens before its consumers have handled it, and an outage of a consumer may last longer than any limit. They store
 * messages uncompressed, whatever they are sent: kafkajs cannot read some compressions, and one such message would stop every
 * consumer of its partition.
 */
export const requiredSettings = ({ minInsyncReplicas }: TopicOptions): Settings => ({
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'compression.type': 'uncompressed',
  ...(minInsyncReplicas !== undefined && { 'min.insync.replicas': String(minInsyncReplicas) }),
});

/** Settings that a topic gets only when it is created. */
export const initialSettings = (topic: string): Settings =>
  // Twice Kafka's default: the largest message of a topic still fits when it is wrapped in a dead letter.
  topic.endsWith('.dead-letter') ? { 'max.message.bytes': '2097152' } : {};

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
