import { createLeadership } from '@patchbay/database/leader';
import { createListener } from '@patchbay/database/listen';
import type { Database } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { tracerOf } from '@patchbay/telemetry/span';
import { createWorker } from '@patchbay/worker/worker';
import { maxEventBytes, outboxChannel } from './outbox.ts';
import { createOutboxRows, leadingRows } from './outbox-rows.ts';
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

/** Name of the advisory lock that the active relay of a service holds. */
export const relayLockName = (context: EventContext): string => `${context}.outbox-relay`;

/**
 * Publishes events from a service's outbox in sequence order, at least once, and deletes the acknowledged ones.
 * Of a service's processes one holds the advisory lock and publishes. When the lock changes hands, two may publish for some
 * seconds: an event may then be delivered twice, but the first deliveries are in order, because each relay publishes the
 * oldest rows first and deletes only acknowledged ones. It stays ready when the transport fails: events stay in the outbox.
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

  /** Publishes and deletes the oldest rows. True: there may be more rows. */
  const moveBatch = async (): Promise<boolean> => {
    const read = await rows.read(batchSize);
    const batch = leadingRows(read, maxEventBytes);
    for (const [topic, ofTopic] of Map.groupBy(batch, (row) => row.topic)) {
      await inProducerSpans(tracer, ofTopic, (messages) => publisher.publish(topic, messages));
      await rows.remove(ofTopic);
      count('outboxPublished', ofTopic.length, { topic });
    }
    return batch.length < read.length || read.length === batchSize;
  };

  return createWorker({
    name: `relay ${context}`,
    round: moveBatch,
    pollMs,
    // At shutdown it publishes until the outbox is empty or the deadline passes; remaining rows stay in the outbox.
    atDrain: 'finish',
    onFailure: () => count('outboxFailures', 1, { context }),
    wokenBy: (wake) => createListener({ url, channel: outboxChannel(context), onNotify: wake, logger }),
    runBy: (work) => createLeadership({ url, name: relayLockName(context), work, logger }),
    logger,
  });
}
