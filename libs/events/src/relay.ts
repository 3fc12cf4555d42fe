import { setTimeout as sleep } from 'node:timers/promises';
import { createLeadership } from '@patchbay/database/leader';
import { createListener } from '@patchbay/database/listen';
import type { Database } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { tracerOf } from '@patchbay/telemetry/span';
import { createAlarm } from './alarm.ts';
import { backoffMs, pause } from './backoff.ts';
import { maxEventBytes, outboxChannel } from './outbox.ts';
import { createOutboxRows, leadingRows } from './outbox-rows.ts';
import { inProducerSpans } from './producer-span.ts';
import type { EventContext } from './topics.ts';
import type { EventPublisher } from './transport.ts';
import { createTurns } from './turns.ts';

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
  /** How long `drain` may take. Default 5 s. */
  readonly drainMs?: number;
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
  drainMs = 5_000,
}: RelayOptions): Component {
  const rows = createOutboxRows(database);
  const tracer = tracerOf(context);
  const alarm = createAlarm();
  const inTurn = createTurns();

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

  const work = async (signal: AbortSignal): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const more = await inTurn(moveBatch);
        if (failures > 0) logger.info({ context }, 'the outbox is being emptied again');
        failures = 0;
        if (!more) await alarm.sleep(pollMs, signal);
      } catch (error) {
        count('outboxFailures', 1, { context });
        if (failures === 0)
          logger.warn({ err: error, context }, 'the outbox cannot be emptied; trying again');
        await pause(backoffMs(failures), signal);
        failures += 1;
      }
    }
  };

  const leadership = createLeadership({ url, name: relayLockName(context), work, logger });
  const listener = createListener({
    url,
    channel: outboxChannel(context),
    onNotify: () => alarm.ring(),
    logger,
  });

  const empty = async (until: number): Promise<void> => {
    while (leadership.leads() && Date.now() < until && (await inTurn(moveBatch)));
  };

  return {
    name: `relay ${context}`,
    async start() {
      await listener.start?.();
      await leadership.start?.();
    },
    /** Empties the outbox once more, if that can be done in time; what is left is safe. */
    async drain() {
      const emptied = empty(Date.now() + drainMs).catch(() => undefined);
      await Promise.race([emptied, sleep(drainMs, undefined, { ref: false })]);
    },
    async stop() {
      await listener.stop?.();
      await leadership.stop?.();
    },
  };
}
