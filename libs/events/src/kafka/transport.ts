import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { EventTransport } from '../transport.ts';
import { createKafkaClient, type KafkaClientOptions, type KafkaSecurity } from './client.ts';
import { createKafkaPublisher } from './publisher.ts';
import { createKafkaSource } from './source.ts';
import type { TopicOptions } from './topic-settings.ts';
import { createTopics } from './topics.ts';

export type { KafkaSecurity };

export interface KafkaTransportOptions extends KafkaClientOptions, TopicOptions {
  /**
   * No other live process has this `clientId`, and after a restart the process has the same one again: its consumers take
   * over from those of a killed process at once. Default false: after the session timeout.
   */
  readonly uniqueClientId?: boolean;
  /**
   * Topics that are created when the publisher starts. Default none: the first `publish` creates a topic. A process may have no
   * rights on the topics of others.
   */
  readonly creates?: readonly string[];
  readonly clock?: Clock;
}

export interface KafkaTransport extends EventTransport {
  /** New connections use these certificates. Has no effect on a transport without TLS. */
  setTls(tls: NonNullable<KafkaSecurity['tls']>): void;
}

export function createKafkaTransport({
  brokers,
  clientId,
  security = {},
  logger,
  uniqueClientId = false,
  creates = [],
  clock = systemClock,
  ...topicOptions
}: KafkaTransportOptions): KafkaTransport {
  const tls = security.tls && { ...security.tls };
  const kafka = createKafkaClient({
    brokers,
    clientId,
    security: { ...security, ...(tls && { tls }) },
    logger,
  });
  const topics = createTopics(kafka, { ...topicOptions, logger }, clock);
  return {
    publisher: createKafkaPublisher({ kafka, topics, ensure: creates, logger }),
    source: createKafkaSource({ kafka, topics, logger, clock, ...(uniqueClientId && { clientId }) }),
    setTls: (renewed) => {
      if (tls !== undefined) Object.assign(tls, renewed);
    },
  };
}
