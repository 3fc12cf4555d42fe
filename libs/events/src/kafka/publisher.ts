import { unavailable } from '@patchbay/errors/failure';
import { createTurns } from '@patchbay/runtime/turns';
import type { Logger } from '@patchbay/telemetry/logger';
import { CompressionTypes, type Kafka, Partitioners, type Producer } from 'kafkajs';
import type { EventPublisher, OutgoingMessage } from '../transport.ts';
import { distrustOf, isRefusal } from './errors.ts';
import type { Topics } from './topics.ts';

export interface KafkaPublisherOptions {
  readonly kafka: Kafka;
  readonly topics: Topics;
  /** Topics to create in `start`; others are created by the first `publish`. */
  readonly ensure?: readonly string[];
  readonly logger: Logger;
}

/** How long the partition leader may wait for the in-sync replicas to acknowledge a write. */
const acknowledgeMs = 5_000;

/**
 * Sends each batch once; the caller repeats a failed `publish` as a whole. The retries of kafkajs lose messages: if the leader of
 * a partition fails and a broker takes over that has already acknowledged its own part of the batch, a retry does not send that
 * partition to the broker, and `send` resolves. An idempotent producer requires retries, and would only prevent duplicates that
 * consumers recognize by the event id anyway.
 */
const createProducer = (kafka: Kafka): Producer =>
  kafka.producer({
    idempotent: false,
    retry: { retries: 0 },
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    // The hash of the Java client: any client maps a key to the same partition.
    createPartitioner: Partitioners.DefaultPartitioner,
  });

const problemOf = (error: unknown): string =>
  distrustOf(error) ??
  (isRefusal(error)
    ? 'Kafka refuses to create or to show a topic of this service'
    : 'Kafka is not reachable');

/** Publishes to Kafka. It connects on demand: `start` succeeds also while the cluster is unreachable. */
export function createKafkaPublisher({
  kafka,
  topics,
  ensure = [],
  logger,
}: KafkaPublisherOptions): EventPublisher {
  const turns = createTurns({ maxWaiting: Number.POSITIVE_INFINITY });
  /** One at a time, in the order of the calls. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => turns.run('producer', {}, work);
  let producer: Producer | undefined;
  let stopped = false;
  /** Of the last attempt to connect. */
  let distrust: string | undefined;

  /** A failed producer is not used again: the next one asks the cluster anew which broker leads which partition. */
  const abandon = async (): Promise<void> => {
    const failed = producer;
    producer = undefined;
    topics.forget();
    await failed?.disconnect().catch(() => undefined);
  };

  const ensureConnected = async (names: readonly string[]): Promise<Producer> => {
    if (stopped) throw unavailable('the publisher has been stopped');
    try {
      await topics.ensure(names);
      if (producer === undefined) {
        producer = createProducer(kafka);
        await producer.connect();
      }
      distrust = undefined;
      return producer;
    } catch (error) {
      await abandon();
      distrust = distrustOf(error);
      throw unavailable(problemOf(error), error);
    }
  };

  const send = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
    const current = await ensureConnected([topic]);
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
      void enqueue(() => ensureConnected(ensure)).catch((error: unknown) =>
        logger.warn(
          { err: error, topics: ensure, problem: problemOf(error) },
          'publisher could not connect to Kafka',
        ),
      );
    },
    // Wrong credentials are reported also while there is nothing to publish; the outbox publisher reports all other failures.
    trouble: () => distrust,
    async publish(topic, messages) {
      if (messages.length > 0) await enqueue(() => send(topic, messages));
    },
    async stop() {
      stopped = true;
      await enqueue(abandon);
    },
  };
}
