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
  /** Of the service's own role: for the connections that listen and that hold the lock. */
  readonly url: string;
  readonly database: Pick<Database, 'pool'>;
  readonly publisher: EventPublisher;
  readonly logger: Logger;
  /** Rows published at once. Default 200. */
  readonly batchSize?: number;
  /** How often to look without being woken. Default 5 s. */
  readonly pollMs?: number;
}

/** The name of the lock that makes one relay of a service the active one. */
export const relayLockName = (context: EventContext): string => `${context}.outbox-relay`;

/**
 * Moves events from a service's outbox to the transport, in the order they were recorded, each until it is acknowledged:
 * at least once. One relay per service is active; the others wait to take over. While the lead changes hands two may publish
 * for some seconds: events may arrive again, late, but the first arrival of each is in order, because every relay publishes
 * the oldest first and deletes only what was acknowledged. It is ready whatever the transport does: events wait safely in
 * the outbox.
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

  /** Moves the oldest rows; false when it has seen the end of the outbox. */
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
    // Empties the outbox once more, if that can be done in time; what is left is safe.
    atDrain: 'finish',
    onFailure: () => count('outboxFailures', 1, { context }),
    wokenBy: (wake) => createListener({ url, channel: outboxChannel(context), onNotify: wake, logger }),
    runBy: (work) => createLeadership({ url, name: relayLockName(context), work, logger }),
    logger,
  });
}
