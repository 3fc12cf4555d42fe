import { factsOf, publishingServices, type ServiceName } from '@patchbay/platform/services';
import { deadLetterTopicOf, headPublishingService, headTopic, topicOf } from './topics.ts';

/** Operations by their names in Kafka's ACLs. READ and WRITE include DESCRIBE. */
export type KafkaOperation = 'CREATE' | 'READ' | 'WRITE' | 'DESCRIBE' | 'DESCRIBE_CONFIGS' | 'ALTER_CONFIGS';

export interface KafkaRight {
  readonly resource: 'topic' | 'group';
  readonly name: string;
  readonly operations: readonly KafkaOperation[];
}

/** Of the owner of a topic, who creates it and corrects its settings. */
const ownerOperations = ['CREATE', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS'] as const;

/** All rights that a service needs at Kafka; it should have no others. Empty: it does not connect. */
export function kafkaRightsOf(service: ServiceName): readonly KafkaRight[] {
  const own = publishingServices.filter((name) => name === service).map(topicOf);
  const consumed = publishingServices.filter((name) => factsOf(service).consumes.includes(name)).map(topicOf);
  const topic = (name: string, ...operations: KafkaOperation[]): KafkaRight => ({
    resource: 'topic',
    name,
    operations,
  });
  return [
    ...own.flatMap((name) => [
      topic(name, 'WRITE', ...ownerOperations),
      topic(deadLetterTopicOf(name), 'DESCRIBE', ...ownerOperations),
    ]),
    ...(service === headPublishingService ? [topic(headTopic, 'WRITE', ...ownerOperations)] : []),
    ...consumed.flatMap((name) => [
      topic(name, 'READ', 'DESCRIBE_CONFIGS'),
      topic(deadLetterTopicOf(name), 'WRITE', 'DESCRIBE_CONFIGS'),
    ]),
    ...(consumed.length > 0
      ? [{ resource: 'group' as const, name: service, operations: ['READ' as const] }]
      : []),
  ];
}
