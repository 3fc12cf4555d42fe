import type { Logger } from '@patchbay/telemetry/logger';
// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs, { type Admin } from 'kafkajs';
import { isRefusal } from './error-type.ts';
import { entriesOf, requiredSettings, settingsChange, type TopicOptions } from './topic-settings.ts';

export interface TopicCheckOptions extends TopicOptions {
  readonly logger: Logger;
}

/** Checks topics that exist, sets their settings right and warns about what it cannot change. */
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

  const mendSettings: CheckTopics = async (admin, names) => {
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
        logger.info({ topic: name, was: change.wrong, now: required }, 'settings of a topic were set right');
      } catch (error) {
        if (!isRefusal(error)) throw error;
        warnOnce(
          name,
          { err: error, is: change.wrong, required },
          'a topic may lose events or stop its consumers and the cluster refuses to change it: set the required values with kafka-configs.sh --alter',
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
          'a topic has fewer replicas than KAFKA_REPLICATION_FACTOR: add some with kafka-reassign-partitions.sh',
        );
    }
  };

  return async (admin, names) => {
    if (names.length === 0) return;
    try {
      await mendSettings(admin, names);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      warnOnce(
        names.join(', '),
        { err: error, required: requiredByTopic(names) },
        'the cluster does not show the settings of topics: check that they have the required values',
      );
    }
    await checkReplicas(admin, names);
  };
}
