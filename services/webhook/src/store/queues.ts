import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import { isInactive } from '@patchbay/events/inactive-organizations';
import { schema } from '../migrations.ts';
import type { LockedWebhook } from './webhooks.ts';

/** The NOTIFY channel that wakes the workers of deliveries. */
export const deliveriesChannel = `${schema}_deliveries`;

/** Deliveries of one webhook that run at once over all processes: of one that answers soon, and of one that is slow or fails. */
const places = { working: 10, slow: 1 } as const;

/** A queue with something to do. */
export interface DueQueue {
  readonly webhookId: string;
  readonly organizationId: string;
  readonly isSlow: boolean;
}

/** Queues that one list holds of each kind. */
const listed = 200;

const dueOf = (isSlow: boolean): string =>
  `(select webhook_id as "webhookId", organization_id as "organizationId", is_slow as "isSlow" from queues
    where is_slow = ${isSlow} and due_at <= $1::timestamptz and due_at < 'infinity' and not ${isInactive('queues.organization_id')}
    order by due_at limit ${listed})`;

export const dueQueues = {
  name: 'due queues',
  text: `${dueOf(false)} union all ${dueOf(true)}`,
};

/**
 * Those that were served longest ago come first, slow ones last. Those of inactive organizations wait. `queue-turns.ts` shares what is
 * claimed of them out to organizations.
 */
export const listDueQueues = (db: Queryable): Promise<DueQueue[]> =>
  db.query<DueQueue & Record<string, unknown>>(dueQueues, [db.now()]);

/** A delivery that a worker has claimed. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly entryId: string;
  readonly body: string;
  readonly attempts: number;
  readonly isReplay: boolean;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
  /** Null: this is the first attempt. */
  readonly lastAttemptAt: Date | null;
  readonly traceparent: string | null;
  readonly isSlow: boolean;
  readonly url: string;
  readonly sealedSecret: string;
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
}

const lockQueues = {
  name: 'lock due queues',
  text: `select webhook_id as "webhookId" from queues where webhook_id = any ($1::uuid[]) and due_at <= $2
           and not ${isInactive('queues.organization_id')} order by webhook_id limit cardinality($1::uuid[]) for no key update skip locked`,
};

/** The places of a row `q` of `queues`. */
const most = `case when q.is_slow then ${places.slow} else ${places.working} end`;

/** Two lookups in the index, whose first columns after the webhook are `is_replay` and the time. */
const earliest = (webhookId: string): string =>
  `least(${[false, true]
    .map(
      (isReplay) =>
        `(select next_attempt_at from deliveries where webhook_id = ${webhookId} and status = 'pending'
          and is_replay = ${isReplay} order by next_attempt_at limit 1)`,
    )
    .join(', ')})`;

const dueDeliveries = (isReplay: boolean): string =>
  `(select id, is_replay, next_attempt_at, sequence from deliveries
    where webhook_id = room.webhook_id and status = 'pending' and is_replay = ${isReplay} and next_attempt_at <= $4
    order by next_attempt_at, sequence limit ${places.working})`;

/**
 * Claims due deliveries of locked queues. The number of statements and of rows that they read does not depend on how many deliveries
 * wait.
 */
export const claimDeliveries = {
  name: 'claim deliveries',
  text: `with room as materialized (
           select q.webhook_id, least(wanted, ${most} - (
             select count(*) from deliveries d where d.webhook_id = q.webhook_id and leased_until > $4::timestamptz)) as places
           from unnest($1::uuid[], $2::int[]) as asked (webhook_id, wanted) join queues q on q.webhook_id = asked.webhook_id
         ), due as materialized (
           select id from room cross join lateral (
             select id, row_number() over (order by is_replay, next_attempt_at, sequence) as place
             from (${dueDeliveries(false)} union all ${dueDeliveries(true)}) d
           ) d where place <= places
         ), claimed as (
           update deliveries d set attempts = attempts + 1, leased_until = $3, next_attempt_at = $3 from due where d.id = due.id
           returning d.id, d.webhook_id, entry_id, body, attempts, is_replay, leased_until, last_attempt_at, traceparent, sequence
         )
         select c.id, c.webhook_id as "webhookId", w.organization_id as "organizationId", entry_id as "entryId", body, attempts,
           is_replay as "isReplay", leased_until as "leasedUntil", last_attempt_at as "lastAttemptAt", traceparent,
           q.is_slow as "isSlow", url, sealed_secret as "sealedSecret",
           sealed_previous_secret as "sealedPreviousSecret", previous_secret_until as "previousSecretUntil"
         from claimed c join queues q on q.webhook_id = c.webhook_id join webhooks w on w.id = c.webhook_id
         order by is_replay, sequence limit ${places.working} * cardinality($1::uuid[])`,
};

/**
 * Moves locked queues behind what was claimed of them. One whose places are all taken is due when one of their leases ends, or earlier
 * when a delivery is settled. A statement of its own, because it sees the claims.
 */
export const moveQueues = {
  name: 'move claimed queues',
  text: `update queues q set due_at = case
           when leased.count >= ${most} then leased.first_end
           else coalesce(greatest($2::timestamptz, ${earliest('q.webhook_id')}), 'infinity')
         end
         from queues known cross join lateral (
           select count(*), min(leased_until) as first_end from deliveries d
           where d.webhook_id = known.webhook_id and leased_until > $2::timestamptz
         ) leased
         where known.webhook_id = any ($1::uuid[]) and q.webhook_id = known.webhook_id`,
};

/** How many deliveries of which webhook are wanted. */
export type Wanted = ReadonlyMap<string, number>;

/** Claims up to as many due deliveries as wanted, and fewer where others hold the queue or its places. */
export async function claim(tx: Transaction, wanted: Wanted, leaseMs: number): Promise<ClaimedDelivery[]> {
  const now = tx.now();
  // A statement of its own: the next one must see what the last holder of the lock has claimed.
  const locked = await tx.query<{ webhookId: string }>(lockQueues, [[...wanted.keys()], now]);
  if (locked.length === 0) return [];
  const ids = locked.map(({ webhookId }) => webhookId);
  const claimed = await tx.query<ClaimedDelivery & Record<string, unknown>>(claimDeliveries, [
    ids,
    ids.map((id) => wanted.get(id) ?? 0),
    new Date(now.getTime() + leaseMs),
    now,
  ]);
  await tx.query(moveQueues, [ids, now]);
  return claimed;
}

const free = {
  name: 'free a place of a queue',
  text: `update queues q set is_slow = coalesce($2::boolean, is_slow), due_at = case when w.status = 'active'
             then least(due_at, greatest($3::timestamptz, ${earliest('$1::uuid')}))
             else 'infinity' end
         from webhooks w where w.id = q.webhook_id and q.webhook_id = $1::uuid`,
};

/** After a delivery of the webhook was settled: its queue is due again where deliveries are. `isSlow`: default as before. */
export async function freePlace(
  tx: Transaction,
  { id }: LockedWebhook,
  { isSlow }: { readonly isSlow?: boolean } = {},
): Promise<void> {
  await tx.query(free, [id, isSlow ?? null, tx.now()]);
}

const moveTo = {
  name: 'wake the queues of webhooks',
  text: `with moved as (
           update queues set due_at = least(due_at, $2) where webhook_id = any ($1::uuid[])
         )
         select pg_notify('${deliveriesChannel}', '')`,
};

/** Something is due: a worker looks at once. The transaction holds the locks of the queues, and their webhooks are active. */
export async function wakeQueues(tx: Transaction, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length > 0) await tx.query(moveTo, [webhookIds, tx.now()]);
}

const restart = {
  name: 'restart the queue of a webhook',
  text: `update queues set is_slow = false, due_at = case when $2 then $3::timestamptz else 'infinity' end where webhook_id = $1::uuid`,
};

/** After a change of status or address: what waits is due as far as its time has come, or nothing is. */
export async function restartQueue(
  tx: Transaction,
  { id }: LockedWebhook,
  { isActive }: { readonly isActive: boolean },
): Promise<void> {
  await tx.query(restart, [id, isActive, tx.now()]);
  if (isActive) await wakeQueues(tx, [id]);
}

const oldestOf = (isSlow: boolean): string =>
  `(select due_at from queues where is_slow = ${isSlow} and due_at < 'infinity' and not ${isInactive('queues.organization_id')}
              order by due_at limit 1)`;

export const oldestDue = {
  name: 'oldest due queue',
  text: `select least(${oldestOf(false)}, ${oldestOf(true)}) as "dueAt"`,
};

/** Seconds for which the queue waits that has waited longest; 0 if none is due. */
export async function readOldestDue(db: Queryable): Promise<number> {
  const [row] = await db.query<{ dueAt: Date | null }>(oldestDue);
  const now = db.now().getTime();
  return Math.max(0, now - (row?.dueAt?.getTime() ?? now)) / 1_000;
}
