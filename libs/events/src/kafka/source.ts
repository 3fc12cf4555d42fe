import { unavailable } from '@patchbay/errors/failure';
import { backoffMs, pause } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Consumer, Kafka } from 'kafkajs';
import { createDeadLetterSender } from '../dead-letter.ts';
import { deadLetterTopicOf } from '../topics.ts';
import type { EventSource, Subscription } from '../transport.ts';
import { createBatchHandler } from './batch.ts';
import { createKafkaPublisher } from './publisher.ts';
import type { Topics } from './topics.ts';

export interface KafkaSourceOptions {
  readonly kafka: Kafka;
  readonly topics: Topics;
  readonly logger: Logger;
}

/** How long to wait for a clean leave of the group, in milliseconds; a drain whose deadline passes ends the wait earlier. */
const leaveMs = 10_000;

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** `restartOnFailure` is off: kafkajs restarts only after errors that it deems retriable, our own loop after all errors. */
const createConsumer = (kafka: Kafka, groupId: string): Consumer =>
  kafka.consumer({
    groupId,
    // The partitions of a process that died are reassigned after this time. A slow handler does not delay heartbeats.
    sessionTimeout: 10_000,
    heartbeatInterval: 3_000,
    // Bound of an idle fetch, and so of a stop; a fetch returns as soon as there is a message.
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });

function subscribe({ kafka, topics, logger }: KafkaSourceOptions, subscription: Subscription): Component {
  const { group } = subscription;
  const stopping = new AbortController();
  const drainExpired = new AbortController();
  const publisher = createKafkaPublisher({ kafka, topics, logger });
  const sendDeadLetter = createDeadLetterSender({
    subscription,
    publish: (topic, messages) => publisher.publish(topic, messages),
    logger,
  });
  let running: Promise<void> | undefined;
  let assignments = 0;
  /** Why the consumer is not a member of its group; undefined while it is. */
  let outage: unknown = new Error('not started');
  let handlerError: unknown;

  /** Resolves after `stop`; rejects if the consumer cannot connect or crashes. */
  const consume = async (consumer: Consumer): Promise<void> => {
    const ended = Promise.withResolvers<void>();
    // A CRASH event may reject it before it is awaited below: an unhandled rejection would end the process.
    ended.promise.catch(() => undefined);
    const stop = (): void => ended.resolve();
    stopping.signal.addEventListener('abort', stop, { once: true });
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, () => {
      assignments += 1;
      outage = undefined;
    });
    try {
      await topics.ensure(subscription.topics.flatMap((topic) => [topic, deadLetterTopicOf(topic)]));
      await consumer.connect();
      await consumer.subscribe({ topics: [...subscription.topics], fromBeginning: true });
      const eachBatch = createBatchHandler({
        subscription,
        sendDeadLetter,
        assignment: () => assignments,
        setHandlerError: (error) => {
          handlerError = error;
        },
        stopping: stopping.signal,
        logger,
      });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
      await ended.promise;
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      const disconnected = consumer.disconnect().catch(() => undefined);
      await inTime(disconnected, AbortSignal.any([drainExpired.signal, AbortSignal.timeout(leaveMs)]));
    }
  };

  const consumeForever = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const before = assignments;
      try {
        await consume(createConsumer(kafka, group));
      } catch (error) {
        if (assignments > before) failures = 0;
        if (failures === 0)
          logger.warn({ err: error, group }, 'consuming from Kafka failed; the consumer is started again');
        outage = error;
        topics.forget();
        await pause(backoffMs(failures), stopping.signal);
        failures += 1;
      }
    }
    outage = new Error('stopped');
  };

  return {
    name: `consumer ${group}`,
    /** Resolves at once: a service must start also while Kafka is unreachable. */
    async start() {
      outage = new Error('connecting');
      running ??= consumeForever();
    },
    async ready() {
      if (outage !== undefined) throw unavailable(`not consuming: ${reasonOf(outage)}`, outage);
      if (handlerError !== undefined)
        throw unavailable(`the handler fails: ${reasonOf(handlerError)}`, handlerError);
    },
    async drain(deadline) {
      stopping.abort();
      if (running !== undefined && !(await inTime(running, deadline))) drainExpired.abort();
    },
    async stop() {
      stopping.abort();
      await running;
      await publisher.stop?.();
    },
  };
}

/**
 * Consumes in groups, one partition at a time: a failing handler blocks all partitions of the process. Its cause, such as an
 * unreachable database, rarely concerns one partition alone.
 */
export const createKafkaSource = (options: KafkaSourceOptions): EventSource => ({
  subscribe: (subscription) => subscribe(options, subscription),
});
