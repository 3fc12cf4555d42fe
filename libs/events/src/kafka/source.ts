import { unavailable } from '@patchbay/errors/failure';
import { backoffMs, pause } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Consumer, Kafka } from 'kafkajs';
import { createSetAside } from '../dead-letter.ts';
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

/** How long leaving a group may take, in milliseconds, before we leave without saying so; shorter where a drain has to end. */
const leaveMs = 10_000;

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** We start a new consumer ourselves after a crash: kafkajs repeats only what it thinks will pass. */
const createConsumer = (kafka: Kafka, groupId: string): Consumer =>
  kafka.consumer({
    groupId,
    // After a crash the group waits this long for the member that will not come back. Heartbeats do not wait for handlers.
    sessionTimeout: 10_000,
    heartbeatInterval: 3_000,
    // A message is handed over at once; this is how long an idle fetch, and so a stop, can take.
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });

function subscribe({ kafka, topics, logger }: KafkaSourceOptions, subscription: Subscription): Component {
  const { group } = subscription;
  const stopping = new AbortController();
  const drained = new AbortController();
  const publisher = createKafkaPublisher({ kafka, topics, logger });
  const deadLetter = createSetAside({
    subscription,
    publish: (topic, messages) => publisher.publish(topic, messages),
    logger,
  });
  let running: Promise<void> | undefined;
  let assignments = 0;
  let outage: unknown = new Error('not started');
  let failing: unknown;

  /** Consumes until it is stopped; rejects when it cannot. */
  const consume = async (consumer: Consumer): Promise<void> => {
    const ended = Promise.withResolvers<void>();
    // A crash may come before anybody waits for the end.
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
        deadLetter,
        assignment: () => assignments,
        onAttempt: (error) => {
          failing = error;
        },
        stopping: stopping.signal,
        logger,
      });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
      await ended.promise;
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      const left = consumer.disconnect().catch(() => undefined);
      await inTime(left, AbortSignal.any([drained.signal, AbortSignal.timeout(leaveMs)]));
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
        if (failures === 0) logger.warn({ err: error, group }, 'Kafka cannot be consumed; trying again');
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
    /** Resolves at once: a cluster that is away must not keep a service from starting. */
    async start() {
      outage = new Error('connecting');
      running ??= consumeForever();
    },
    async ready() {
      if (outage !== undefined) throw unavailable(`not consuming: ${reasonOf(outage)}`, outage);
      if (failing !== undefined) throw unavailable(`the handler fails: ${reasonOf(failing)}`, failing);
    },
    async drain(deadline) {
      stopping.abort();
      if (running !== undefined && !(await inTime(running, deadline))) drained.abort();
    },
    async stop() {
      stopping.abort();
      await running;
      await publisher.stop?.();
    },
  };
}

/**
 * Consumes in groups. One partition is handled at a time, so that a handler that fails keeps the rest waiting: what makes
 * it fail is hardly ever about one partition, and all of them stay in order.
 */
export const createKafkaSource = (options: KafkaSourceOptions): EventSource => ({
  subscribe: (subscription) => subscribe(options, subscription),
});
