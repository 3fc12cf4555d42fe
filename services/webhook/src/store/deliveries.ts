import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most } from '@patchbay/platform/maximums';
import type { ExpiredRows } from '@patchbay/worker/sweep';
import { MAX, v7 as uuid } from 'uuid';
import type { Attempt } from '../domain/attempt.ts';
import type { Delivery } from '../domain/delivery.ts';
import { bodyOf, type Entry } from '../domain/entry.ts';
import type { Page } from '../domain/page.ts';
import type { ClaimedDelivery } from './queues.ts';
import type { LockedWebhook } from './webhooks.ts';

export const expiredDeliveries: ExpiredRows = {
  table: 'deliveries',
  primaryKey: 'id',
  expiresAt: 'created_at',
  keep: `${lifetimes.deliveryDays} days`,
};

/** pg returns bigint as text. `Number()` is exact below 2^53, which no chain reaches. */
interface Row extends Record<string, unknown>, Omit<Delivery, 'sequence'> {
  readonly sequence: string | null;
  readonly leasedUntil: Date | null;
}

const columns = `id, webhook_id as "webhookId", entry_id as "entryId", sequence, action, status, attempts,
         last_attempt_at as "lastAttemptAt", next_attempt_at as "nextAttemptAt", leased_until as "leasedUntil", response_status as "responseStatus",
         response_ms as "responseMs", reason, created_at as "createdAt"`;

const deliveryOf = ({ sequence, nextAttemptAt, leasedUntil, ...own }: Row, now: Date): Delivery => ({
  ...own,
  // While an attempt runs, the column has the end of its lease.
  nextAttemptAt: leasedUntil !== null && leasedUntil > now ? null : nextAttemptAt,
  sequence: sequence === null ? null : Number(sequence),
});

const pageOf = (name: string, status: string) => ({
  name,
  text: `select ${columns} from deliveries where webhook_id = $1::uuid and (created_at, id) < ($2::timestamptz, $3::uuid) ${status}
         order by created_at desc, id desc limit $4`,
});
const newest = pageOf('newest deliveries', '');
const newestOfStatus = pageOf('newest deliveries of a status', 'and status = $5');

/** Before every delivery: none has a later time or id. */
const first = ['infinity', MAX] as const;

/** Newest first; one more than the limit, if there are more. */
export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  { before, limit, status }: Page,
): Promise<Delivery[]> {
  const place = before === undefined ? first : [before.createdAt, before.id];
  const parameters = [webhookId, ...place, limit + 1];
  const rows =
    status === undefined
      ? await db.query<Row>(newest, parameters)
      : await db.query<Row>(newestOfStatus, [...parameters, status]);
  const now = db.now();
  return rows.map((row) => deliveryOf(row, now));
}

const countPending = {
  name: 'count pending deliveries',
  text: `select webhook_id as "webhookId", (
           select count(*)::int from (
             select from deliveries where webhook_id = webhook.webhook_id and status = 'pending' limit ${most.countedDeliveries}) pending
         ) as count from unnest($1::uuid[]) as webhook (webhook_id) limit ${most.webhooksOfOrganization}`,
};

/** How many deliveries wait, by webhook; `most.countedDeliveries` stands for as many or more. */
export async function pendingOf(db: Queryable, webhookIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ webhookId: string; count: number }>(countPending, [webhookIds]);
  return new Map(rows.map(({ webhookId, count }) => [webhookId, count]));
}

/** Deliveries that `countAllPending` counts. */
const maxCounted = 100_000;

const countAll = {
  name: 'count all pending deliveries',
  text: `select count(*)::int as count from (select from deliveries where status = 'pending' limit ${maxCounted}) pending`,
};

/** How many deliveries wait in all, up to 100,000. */
export async function countAllPending(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(countAll);
  return row?.count ?? 0;
}

/** An entry that a webhook gets. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly entry: Entry;
  readonly traceparent?: string | undefined;
}

const values = `select id, webhook_id, entry_id, sequence, action, body, 'pending', $7::boolean, $9::timestamptz, $9::timestamptz, traceparent
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $8::text[])
           with ordinality as given (id, webhook_id, entry_id, sequence, action, body, traceparent, position) order by position`;
const insertInto = `insert into deliveries (id, webhook_id, entry_id, sequence, action, body, status, is_replay, next_attempt_at, created_at, traceparent)`;

const insertNew = {
  name: 'insert deliveries',
  text: `${insertInto} ${values} on conflict (webhook_id, entry_id) do nothing`,
};

const insertAgain = {
  name: 'insert replayed deliveries',
  text: `${insertInto} ${values} on conflict (webhook_id, entry_id) do update
           set status = 'pending', attempts = 0, is_replay = true, next_attempt_at = excluded.next_attempt_at,
             leased_until = null, created_at = excluded.created_at
           where deliveries.status <> 'pending'`,
};

const parametersOf = (
  deliveries: readonly NewDelivery[],
  isReplay: boolean,
  now: Date,
): readonly unknown[] => [
  deliveries.map(() => uuid()),
  deliveries.map(({ webhookId }) => webhookId),
  deliveries.map(({ entry }) => entry.id),
  deliveries.map(({ entry }) => entry.sequence),
  deliveries.map(({ entry }) => entry.action),
  deliveries.map(({ entry }) => bodyOf(entry)),
  isReplay,
  deliveries.map(({ traceparent }) => traceparent ?? null),
  now,
];

/** One delivery for each entry and webhook, however often it is inserted. The transaction holds the locks of the queues. */
export async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length > 0) await tx.query(insertNew, parametersOf(deliveries, false, tx.now()));
}

/** Those that do not wait already are delivered once more, after all that are new. */
export async function insertReplayed(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length > 0) await tx.query(insertAgain, parametersOf(deliveries, true, tx.now()));
}

const insertTest = {
  name: 'insert a tested delivery',
  text: `insert into deliveries (id, webhook_id, entry_id, action, body, status, attempts, last_attempt_at, response_status, response_ms,
           reason, created_at)
         select $1::uuid, w.id, $1::uuid, $3, $4, $5, 1, $6, $7, $8, $9, $6 from webhooks w
         where w.id = $2::uuid and deleted_at is null for key share of w
         returning ${columns}`,
};

/** A test that was attempted. Undefined where the webhook was deleted meanwhile. */
export async function insertTested(
  tx: Transaction,
  test: { readonly id: string; readonly webhookId: string; readonly action: string; readonly body: string },
  { isDelivered, at, status, ms, reason }: Attempt,
): Promise<Delivery | undefined> {
  const outcome = isDelivered ? 'delivered' : 'failed';
  const [row] = await tx.query<Row>(insertTest, [
    test.id,
    test.webhookId,
    test.action,
    test.body,
    outcome,
    at,
    status,
    ms,
    reason,
  ]);
  return row && deliveryOf(row, tx.now());
}

/** The moment that is so many milliseconds away. */
const momentIn = (tx: Transaction, ms: number): Date => new Date(tx.now().getTime() + ms);

const settle = {
  name: 'settle a delivery',
  text: `update deliveries set leased_until = null, last_attempt_at = $4, response_status = $5, response_ms = $6, reason = $7,
           status = case when $8 then 'delivered' when $9::timestamptz is null then 'failed' else 'pending' end,
           next_attempt_at = case when $8 then null else $9::timestamptz end
         where id = $1::uuid and attempts = $2 and leased_until = $3 and status = 'pending' returning id`,
};

/**
 * Records an attempt. `waitMs`: milliseconds until the next one, where it failed; undefined: there is none. False, without an effect,
 * if the lease had ended and another worker has claimed the delivery, or a person has asked for it again.
 */
export async function settleDelivery(
  tx: Transaction,
  { id, attempts, leasedUntil }: ClaimedDelivery,
  { at, status, ms, reason, isDelivered }: Attempt,
  waitMs: number | undefined,
): Promise<boolean> {
  const settled = await tx.query(settle, [
    id,
    attempts,
    leasedUntil,
    at,
    status,
    ms,
    reason,
    isDelivered,
    waitMs === undefined ? null : momentIn(tx, waitMs),
  ]);
  return settled.length === 1;
}

const giveBack = {
  name: 'give a delivery back',
  text: `update deliveries set leased_until = null, attempts = attempts - 1, next_attempt_at = $4
         where id = $1::uuid and attempts = $2 and leased_until = $3 and status = 'pending'`,
};

/** Undoes a claim: no attempt was made, or nobody knows what came of it. */
export async function giveDeliveryBack(
  tx: Transaction,
  { id, attempts, leasedUntil }: ClaimedDelivery,
  delayMs: number,
): Promise<void> {
  await tx.query(giveBack, [id, attempts, leasedUntil, momentIn(tx, delayMs)]);
}

const again = {
  name: 'deliver again',
  text: `with known as (
           select id, leased_until > $3 as is_leased from deliveries where id = $2::uuid and webhook_id = $1::uuid
         ), queued as (
           update deliveries d set status = 'pending', attempts = 0, is_replay = false, next_attempt_at = $3, leased_until = null,
             created_at = $3
           from known where d.id = known.id and is_leased is not true
         )
         select id from known limit 1`,
};

/** Queues a delivery once more; one that is being sent now is left alone. False where there is none. */
export async function deliverAgain(
  tx: Transaction,
  { id }: LockedWebhook,
  deliveryId: string,
): Promise<boolean> {
  return (await tx.query(again, [id, deliveryId, tx.now()])).length === 1;
}

/** Deliveries that are removed by one statement. */
export const removedAtOnce = 500;

const deletedWebhooks = {
  name: 'deleted webhooks',
  text: `select id from webhooks where deleted_at is not null order by id limit 100`,
};

const removeSome = {
  name: 'remove deliveries of a deleted webhook',
  text: `delete from deliveries where id in (
           select id from deliveries where webhook_id = $1::uuid limit ${removedAtOnce} for update skip locked)
         returning id`,
};

const removeWebhook = {
  name: 'remove a deleted webhook',
  text: `delete from webhooks w where id = (
           select id from webhooks where id = $1::uuid and deleted_at is not null for update skip locked)
           and not exists (select from deliveries where webhook_id = w.id)`,
};

/** Removes some deliveries of each deleted webhook, and those webhooks that have none left. True if there are more. */
export async function removeDeleted(db: Queryable): Promise<boolean> {
  let isMoreLeft = false;
  for (const { id } of await db.query<{ id: string }>(deletedWebhooks)) {
    if ((await db.query(removeSome, [id])).length === removedAtOnce) isMoreLeft = true;
    else await db.query(removeWebhook, [id]);
  }
  return isMoreLeft;
}
