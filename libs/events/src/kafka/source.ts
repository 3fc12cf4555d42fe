import { backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Kafka } from 'kafkajs';
import { type ConsumerState, createConsumerState } from '../consumer-state.ts';
import { createDeadLetterSender } from '../delivery.ts';
import { deadLetterTopicOf } from '../topics.ts';
import type { ConsumerComponent, EventSource, Subscription } from '../transport.ts';
import { createBatchHandler } from './batch.ts';
import { createGroupMember, type GroupMember } from './group-member.ts';
import { createLag } from './lag.ts';
import { createKafkaPublisher } from './publisher.ts';
import type { Topics } from './topics.ts';

export interface KafkaSourceOptions {
  readonly kafka: Kafka;
  readonly topics: Topics;
  /** Client id of this process, if no other live process has it: the consumers replace those that a killed process left. */
  readonly clientId?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** How long to wait until the consumer has left its group, in milliseconds. An expired drain deadline ends the wait earlier. */
const leaveMs = 10_000;

/** Maximum wait before the next attempt, and so the maximum delay after an outage of Kafka, in milliseconds. */
const maxPauseMs = 2_000;

/**
 * A member of a group gets an answer to a heartbeat about once a second. After this time without one, in milliseconds, it reports
 * a failure; kafkajs gives up much later, after its retries.
 */
const silentMs = 10_000;

/** Reports a failure of Kafka when answers stop, and the end of the failure with the next answer. */
function watchAnswers(
  state: ConsumerState,
  clock: Clock,
): { readonly answered: () => void; readonly stop: () => void } {
  let stopped = false;
  let timer: Timer | undefined;
  const onSilence = (): void =>
    state.failed('Kafka', new Error('no answer from Kafka'), 'consumer got no answer from Kafka');
  return {
    /** The first call begins the watch. */
    answered() {
      if (stopped) return;
      timer?.cancel();
      timer = clock.after(silentMs, onSilence);
      state.succeeded('Kafka');
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}

function subscribe(
  { kafka, topics, clientId, logger, clock = systemClock }: KafkaSourceOptions,
  subscription: Subscription,
): ConsumerComponent {
  const { group } = subscription;
  const stopping = new AbortController();
  const drainExpired = new AbortController();
  const publisher = createKafkaPublisher({ kafka, topics, logger });
  const sendDeadLetters = createDeadLetterSender({
    subscription,
    publish: (topic, messages) => publisher.publish(topic, messages),
    logger,
    clock,
  });
  const state = createConsumerState({ group, logger, clock });
  const lag = createLag({ kafka, group, topics: subscription.topics, logger, clock });
  let running: Promise<void> | undefined;
  let assignments = 0;
  let fetches = 0;

  /** Resolves after `stop`; rejects if the consumer cannot connect or crashes. */
  const consume = async ({ consumer, removePredecessor }: GroupMember): Promise<void> => {
    const ended = Promise.withResolvers<void>();
    // A CRASH event may reject it before it is awaited below: an unhandled rejection would end the process.
    ended.promise.catch(() => undefined);
    const stop = (): void => ended.resolve();
    stopping.signal.addEventListener('abort', stop, { once: true });
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    consumer.on(consumer.events.COMMIT_OFFSETS, () => lag.committed());
    consumer.on(consumer.events.FETCH_START, () => {
      fetches += 1;
    });
    const answers = watchAnswers(state, clock);
    // Not FETCH: a member without partitions emits it without having asked a broker.
    consumer.on(consumer.events.HEARTBEAT, answers.answered);
    consumer.on(consumer.events.GROUP_JOIN, () => {
      assignments += 1;
      state.running();
      answers.answered();
    });
    try {
      await topics.ensure(subscription.topics.flatMap((topic) => [topic, deadLetterTopicOf(topic)]));
      await consumer.connect();
      await consumer.subscribe({ topics: [...subscription.topics], fromBeginning: true });
      // The waits above can be long. A member that joined only to leave again would make the whole group rebalance twice.
      if (stopping.signal.aborted) return;
      await removePredecessor();
      if (stopping.signal.aborted) return;
      const eachBatch = createBatchHandler({
        subscription,
        sendDeadLetters,
        assignment: () => assignments,
        fetches: () => fetches,
        state,
        stopping: stopping.signal,
        clock,
      });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
      await ended.promise;
    } finally {
      answers.stop();
      stopping.signal.removeEventListener('abort', stop);
      const disconnected = consumer.disconnect().catch(() => undefined);
      await inTime(disconnected, AbortSignal.any([drainExpired.signal, clock.deadline(leaveMs)]));
    }
  };

  const consumeForever = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const before = assignments;
      try {
        await consume(createGroupMember({ kafka, group, clientId, logger }));
      } catch (error) {
        if (assignments > before) failures = 0;
        state.failed('Kafka', error, 'consumer failed, restarting it');
        topics.forget();
        await clock.sleep(backoffMs(failures, { max: maxPauseMs }), stopping.signal);
        failures += 1;
      }
    }
    state.idle('stopped');
  };

  return {
    name: `consumer ${group}`,
    /** Resolves at once: a service must start also while Kafka is unreachable. */
    async start() {
      state.idle('connecting');
      running ??= consumeForever();
      lag.start();
    },
    trouble: () => state.trouble(),
    isCaughtUp: () => lag.isCaughtUp(),
    idle: () => lag.caughtUpWithNow(),
    async drain(deadline) {
      stopping.abort();
      if (running !== undefined && !(await inTime(running, deadline))) drainExpired.abort();
    },
    async stop() {
      stopping.abort();
      await Promise.all([running, lag.stop()]);
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
