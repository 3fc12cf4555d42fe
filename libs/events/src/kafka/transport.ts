import { deadLetterTopicOf, eventTopics } from '../topics.ts';
import type { EventTransport } from '../transport.ts';
import { createKafkaClient, type KafkaClientOptions } from './client.ts';
import { createKafkaPublisher } from './publisher.ts';
import { createKafkaSource } from './source.ts';
import { createTopics, type TopicOptions } from './topics.ts';

export interface KafkaTransportOptions extends KafkaClientOptions, TopicOptions {}

export function createKafkaTransport({
  brokers,
  clientId,
  logger,
  ...topicOptions
}: KafkaTransportOptions): EventTransport {
  const kafka = createKafkaClient({ brokers, clientId, logger });
  const topics = createTopics(kafka, topicOptions);
  const ensure = eventTopics.flatMap((topic) => [topic, deadLetterTopicOf(topic)]);
  return {
    publisher: createKafkaPublisher({ kafka, topics, ensure, logger }),
    source: createKafkaSource({ kafka, topics, logger }),
  };
}
