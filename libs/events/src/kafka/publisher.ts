import { unavailable } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { CompressionTypes, type Kafka, Partitioners, type Producer } from 'kafkajs';
import type { EventPublisher, OutgoingMessage } from '../transport.ts';
import { createTurns } from '../turns.ts';
import type { Topics } from './topics.ts';

export interface KafkaPublisherOptions {
  readonly kafka: Kafka;
  readonly topics: Topics;
  /** Topics to create at the start; any other is created when it is first published to. */
  readonly ensure?: readonly string[];
  readonly logger: Logger;
}

/** How long a broker may take to have a write acknowledged by the others. */
const acknowledgeMs = 5_000;

const createProducer = (kafka: Kafka): Producer =>
  kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    // The one that other clients use too: a key has the same partition whoever writes.
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000 },
  });

/** Publishes to Kafka. It connects when it has to, so a cluster that is away stops nobody from starting. */
export function createKafkaPublisher({
  kafka,
  topics,
  ensure = [],
  logger,
}: KafkaPublisherOptions): EventPublisher {
  const inTurn = createTurns();
  let producer: Producer | undefined;
  let stopped = false;

  /**
   * A producer that failed is never used again. It would give the numbers of the failed write to the next one, and a
   * broker that had stored the failed one after all would acknowledge the next as its repetition, without storing it.
   */
  const abandon = async (): Promise<void> => {
    const failed = producer;
    producer = undefined;
    topics.forget();
    await failed?.disconnect().catch(() => undefined);
  };

  const connected = async (names: readonly string[]): Promise<Producer> => {
    if (stopped) throw unavailable('the publisher has been stopped');
    try {
      await topics.ensure(names);
      if (producer === undefined) {
        producer = createProducer(kafka);
        await producer.connect();
      }
      return producer;
    } catch (error) {
      await abandon();
      throw unavailable('Kafka is not reachable', error);
    }
  };

  const send = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
    const current = await connected([topic]);
    try {
      await current.send({
        topic,
        acks: -1,
        timeout: acknowledgeMs,
        compression: CompressionTypes.None,
        messages: messages.map(({ key, value, headers }) => ({
          key,
          value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
          headers,
        })),
      });
    } catch (error) {
      await abandon();
      throw unavailable(`Kafka did not acknowledge messages for ${topic}`, error);
    }
  };

  return {
    name: 'kafka publisher',
    async start() {
      void inTurn(() => connected(ensure)).catch((error: unknown) =>
        logger.warn({ err: error }, 'Kafka is not reachable; what is published waits until it is'),
      );
    },
    async publish(topic, messages) {
      if (messages.length > 0) await inTurn(() => send(topic, messages));
    },
    async stop() {
      stopped = true;
      await inTurn(abandon);
    },
  };
}
