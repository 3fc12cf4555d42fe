import { createListener } from '@patchbay/database/session';
import type { Transaction } from '@patchbay/database/transaction';
import { systemActor } from '@patchbay/events/envelope';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { count, observe, startAtZero } from '@patchbay/telemetry/metrics';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { createJobWorker, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import { type Attempt, disabledBy, isSlow, waitMs } from '../domain/attempt.ts';
import { recordedAtOf } from '../domain/entry.ts';
import { disable, type Webhook } from '../domain/webhook.ts';
import { schema } from '../migrations.ts';
import type { Dependencies } from '../rpc/dependencies.ts';
import { giveDeliveryBack, settleDelivery } from '../store/deliveries.ts';
import { type ClaimedDelivery, claim, deliveriesChannel, freePlace, listDueQueues } from '../store/queues.ts';
import { type LockedWebhook, lockWebhook, saveWebhook, turnOfWebhook } from '../store/webhooks.ts';
import { createQueueTurns, type QueueTurns } from './queue-turns.ts';

export type DeliveryParts = Pick<Dependencies, 'db' | 'transact' | 'outbox' | 'send' | 'logger' | 'clock'>;

export interface DeliveryWorkerOptions {
  /** For the LISTEN connection. */
  readonly url: string;
  /** Deliveries that a process sends at once. Default 128. */
  readonly concurrency?: number;
}

const tracer = tracerOf(schema);

/** Milliseconds between two polls: retries that become due cause no notification. */
const pollMs = 1_000;

/** Milliseconds after which another process may claim the deliveries of a dead process. */
const claimMs = 60_000;

/** Milliseconds until a delivery is tried again that could not be sent because of a bug, such as a secret that no key opens. */
const bugMs = 300_000;

/** The webhook after an attempt. */
const after = (webhook: Webhook, { at, isDelivered, status, reason }: Attempt): Webhook =>
  isDelivered
    ? { ...webhook, lastDeliveredAt: at, lastFailure: null, failingSince: null }
    : {
        ...webhook,
        lastFailure: { at, status, reason: reason ?? '' },
        failingSince: webhook.failingSince ?? at,
      };

/** Claims deliveries by turns of the organizations, until as many as wanted are claimed or no queue has more. */
const claimBy =
  ({ db, transact }: DeliveryParts, turns: QueueTurns): Jobs<ClaimedDelivery, Attempt>['claim'] =>
  async (limit, leaseMs, fullGroups) => {
    const claimed: ClaimedDelivery[] = [];
    let due = (await listDueQueues(db)).filter((queue) => !fullGroups.includes(groupOf(queue)));
    while (due.length > 0 && claimed.length < limit) {
      const wanted = turns.wanted(due, limit, claimed);
      if (wanted.size === 0) break;
      const got = await transact('claim deliveries', (tx) => claim(tx, wanted, leaseMs));
      claimed.push(...got);
      const counts = Map.groupBy(got, ({ webhookId }) => webhookId);
      // Whoever got less than it wanted has no more that is due, or no place.
      due = due.filter(({ webhookId }) => {
        const asked = wanted.get(webhookId);
        return asked === undefined || counts.get(webhookId)?.length === asked;
      });
    }
    return claimed;
  };

const groupOf = (queue: { readonly isSlow: boolean }): string => (queue.isSlow ? 'slow' : 'working');

/**
 * Sends deliveries when they are due: several at once, in any number of processes. An endpoint that is slow or fails gets one place at a
 * time, and all of them together half of the places of a process. Organizations take turns (`queue-turns.ts`).
 */
export function createDeliveryWorker(
  parts: DeliveryParts,
  { url, concurrency = 128 }: DeliveryWorkerOptions,
): Worker {
  const { transact, outbox, send, logger, clock } = parts;
  const turns = createQueueTurns(concurrency);
  startAtZero('webhookDeliveries', { outcome: ['delivered', 'retried', 'failed', 'ours'] });
  startAtZero('webhooksDisabled', { reason: ['gone', 'failing'] });

  /** Runs a change of a claimed delivery under the locks of its webhook; nothing where the webhook was deleted. */
  const underLock = (
    name: string,
    { webhookId: id, organizationId }: ClaimedDelivery,
    change: (tx: Transaction, webhook: LockedWebhook) => Promise<void>,
  ): Promise<void> =>
    transact({ name, turn: turnOfWebhook(id) }, async (tx) => {
      const webhook = await lockWebhook(tx, { id, organizationId });
      if (webhook !== undefined) await change(tx, webhook);
    });

  const giveBack = (delivery: ClaimedDelivery, delayMs: number): Promise<void> =>
    underLock('give a delivery back', delivery, async (tx, webhook) => {
      await giveDeliveryBack(tx, delivery, delayMs);
      await freePlace(tx, webhook);
    });

  const settle = async (delivery: ClaimedDelivery, attempt: Attempt): Promise<void> => {
    const wait = waitMs(delivery.attempts, attempt.retryAfterMs);
    let outcome: string | undefined;
    let disabled: string | undefined;
    await underLock('settle a delivery', delivery, async (tx, before) => {
      if (!attempt.isDelivered && before.url !== delivery.url) {
        // The address was changed meanwhile: the failure says nothing about the new one.
        await giveDeliveryBack(tx, delivery, 0);
        return freePlace(tx, before);
      }
      if (!(await settleDelivery(tx, delivery, attempt, wait))) return;
      const webhook = after(before, attempt);
      const reason = attempt.isDelivered ? undefined : disabledBy(attempt, webhook.failingSince);
      const change = reason && disable(webhook, reason, attempt.at);
      await saveWebhook(tx, before, change?.webhook ?? webhook);
      await freePlace(tx, before, { isSlow: isSlow(attempt, webhook.failingSince) });
      if (change) await outbox.record(tx, systemActor, change.events);
      outcome = attempt.isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'retried';
      disabled = change && change.events.length > 0 ? reason : undefined;
    });
    if (outcome !== undefined) count('webhookDeliveries', 1, { outcome });
    if (disabled !== undefined) {
      count('webhooksDisabled', 1, { reason: disabled });
      logger.info({ webhook: delivery.webhookId, reason: disabled }, 'webhook disabled');
    }
  };

  return createJobWorker<ClaimedDelivery, Attempt>({
    name: 'deliveries',
    jobs: {
      claim: claimBy(parts, turns),
      work: (delivery, signal) =>
        turns.run(delivery, signal, () =>
          inSpan(
            tracer,
            spanTable.delivery.name(),
            { parent: contextFromTraceparent(delivery.traceparent ?? undefined) },
            async () => {
              const { webhookId, entryId, body } = delivery;
              const attempt = await send({ ...delivery, id: webhookId }, { id: entryId, body }, signal);
              if (delivery.lastAttemptAt === null && !delivery.isReplay) {
                const delayMs = Math.max(0, attempt.at.getTime() - recordedAtOf(body).getTime());
                observe('webhookDelay', delayMs / 1_000, { receiver: groupOf(delivery) });
              }
              return attempt;
            },
          ),
        ),
      complete: settle,
      async postpone(delivery, { error, delayMs }) {
        // The process stops, or the lease has ended: another process sends it.
        const isInterrupted =
          delayMs === 0 || (error instanceof OutgoingError && error.failure === 'canceled');
        if (!isInterrupted)
          logger.error(
            { err: error, delivery: delivery.id },
            'delivery failed because of a bug and was postponed',
          );
        await giveBack(delivery, isInterrupted ? 0 : bugMs);
        if (!isInterrupted) count('webhookDeliveries', 1, { outcome: 'ours' });
      },
    },
    groups: {
      of: groupOf,
      atOnce: (group) => (group === 'slow' ? Math.ceil(concurrency / 2) : concurrency),
      giveBack: (delivery) => giveBack(delivery, pollMs),
    },
    leaseMs: claimMs,
    concurrency,
    pollMs,
    // The times of retries are promised: this is the most by which one is late.
    idleMs: 5_000,
    retry: { min: 5_000, max: 3_600_000 },
    wokenBy: (wake) => createListener({ url, channel: deliveriesChannel, onNotify: wake, logger, clock }),
    logger,
    clock,
  });
}
