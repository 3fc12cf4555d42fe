import { deadLetterTopicOf } from '../topics.ts';
import type { EventTransport } from '../transport.ts';
import { createKafkaClient, type KafkaClientOptions } from './client.ts';
import { createKafkaPublisher } from './publisher.ts';
import { createKafkaSource } from './source.ts';
import type { TopicOptions } from './topic-settings.ts';
import { createTopics } from './topics.ts';

export interface KafkaTransportOptions extends KafkaClientOptions, TopicOptions {
  /**
   * No other live process has this `clientId`, and after a restart the process has the same one again: its consumers take
   * over from those of a killed process at once. Default false: after the session timeout.
   */
  readonly uniqueClientId?: boolean;
  /**
   * Topics that this process publishes events to: created, with their dead-letter topics, when the publisher starts. Default
   * none: the first `publish` creates a topic. A process may have no rights on the topics of others.
   */
  readonly publishes?: readonly string[];
}

export function createKafkaTransport({
  brokers,
  clientId,
  security = {},
  logger,
  uniqueClientId = false,
  publishes = [],
  ...topicOptions
}: KafkaTransportOptions): EventTransport {
  const kafka = createKafkaClient({ brokers, clientId, security, logger });
  const topics = createTopics(kafka, { ...topicOptions, logger });
  const ensure = publishes.flatMap((topic) => [topic, deadLetterTopicOf(topic)]);
  return {
    publisher: createKafkaPublisher({ kafka, topics, ensure, logger }),
    source: createKafkaSource({ kafka, topics, logger, ...(uniqueClientId && { clientId }) }),
  };
}
