import { createLeadership } from '@patchbay/database/leader';
import { createListener } from '@patchbay/database/listen';
import type { Database } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, set } from '@patchbay/telemetry/metrics';
import { tracerOf } from '@patchbay/telemetry/span';
import { createWorker } from '@patchbay/worker/worker';
import { maxEventBytes, outboxChannel } from './outbox.ts';
import { createOutboxRows, leadingRows, type OutboxRow } from './outbox-rows.ts';
import { inProducerSpans } from './producer-span.ts';
import type { EventContext } from './topics.ts';
import type { EventPublisher } from './transport.ts';

export interface RelayOptions {
  readonly context: EventContext;
  /** Logs in as the service's own role: for the LISTEN connection and for the one that holds the advisory lock. */
  readonly url: string;
  readonly database: Pick<Database, 'pool'>;
  readonly publisher: EventPublisher;
  readonly logger: Logger;
  /** Maximum of rows read and published in one round. Default 200. */
  readonly batchSize?: number;
  /** Poll interval, for missed notifications. Default 5 s. */
  readonly pollMs?: number;
}

/** The longest wait before the next attempt, and so the delay after an outage of the transport, in milliseconds. */
const maxPauseMs = 2_000;

/** The gauge of waiting events stops there. */
const maxCount = 10_000;
/** Milliseconds between two counts while more rows wait than one round reads. */
const countMs = 5_000;

/** Name of the advisory lock that the active relay of a service holds. */
export const relayLockName = (context: EventContext): string => `${context}.outbox-relay`;

/**
 * Publishes events from a service's outbox in sequence order, at least once, and deletes the acknowledged ones.
 * Of a service's processes one holds the advisory lock and publishes. When the lock changes hands, two may publish for some
 * seconds: an event may then be delivered twice, but the first deliveries are in order, because each relay publishes the
 * oldest rows first and deletes only acknowledged ones. While the transport fails, events stay in the outbox.
 */
export function createRelay({
  context,
  url,
  database,
  publisher,
  logger,
  batchSize = 200,
  pollMs = 5_000,
}: RelayOptions): Component {
  const rows = createOutboxRows(database);
  const tracer = tracerOf(context);

  const tellNoneWaiting = (): void => {
    set('outboxWaiting', 0, { context });
    set('outboxOldest', 0, { context });
  };
  let countedAt = Number.NEGATIVE_INFINITY;
  /** Without a query where a round has read all rows. */
  const tellWaiting = async (read: readonly OutboxRow[]): Promise<void> => {
    set('outboxOldest', read[0]?.age ?? 0, { context });
    if (read.length < batchSize) return set('outboxWaiting', read.length, { context });
    if (performance.now() < countedAt + countMs) return;
    countedAt = performance.now();
    set('outboxWaiting', await rows.count(maxCount), { context });
  };

  /** Publishes and deletes the oldest rows. True: there may be more rows. */
  const moveBatch = async (): Promise<boolean> => {
    const read = await rows.read(batchSize);
    await tellWaiting(read);
    const batch = leadingRows(read, maxEventBytes);
    for (const [topic, ofTopic] of Map.groupBy(batch, (row) => row.topic)) {
      await inProducerSpans(tracer, ofTopic, (messages) => publisher.publish(topic, messages));
      await rows.remove(ofTopic);
      count('outboxPublished', ofTopic.length, { topic });
    }
    const more = batch.length < read.length || read.length === batchSize;
    if (!more) tellNoneWaiting();
    return more;
  };

  const setLeading = (leading: boolean): void => set('relayLeading', leading ? 1 : 0, { context });

  const worker = createWorker({
    name: `relay ${context}`,
    round: moveBatch,
    pollMs,
    // At shutdown it publishes until the outbox is empty or the deadline passes; remaining rows stay in the outbox.
    atDrain: 'finish',
    onFailure: () => count('outboxFailures', 1, { context }),
    wokenBy: (wake) => createListener({ url, channel: outboxChannel(context), onNotify: wake, logger }),
    backoff: { max: maxPauseMs },
    runBy: (work) =>
      createLeadership({
        url,
        name: relayLockName(context),
        async work(signal) {
          setLeading(true);
          try {
            await work(signal);
          } finally {
            setLeading(false);
            // The process that leads next tells what waits: the last values of this one would stay.
            tellNoneWaiting();
          }
        },
        logger,
      }),
    logger,
  });

  return {
    ...worker,
    async start() {
      setLeading(false);
      await worker.start();
    },
  };
}
