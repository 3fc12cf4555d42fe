import { momentAfter, type Queryable } from '@patchbay/database/query';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { v7 as uuid } from 'uuid';
import type { Tx } from './transaction.ts';

/** A request for a sign-in link that a worker has claimed. */
export interface LinkRequest {
  readonly id: string;
  /** A `bigint`, which `pg` returns as text: higher for a request that was stored later. */
  readonly sequence: string;
  readonly email: string;
  readonly callbackUrl: string;
  readonly traceparent: string | null;
  /** Incremented by each claim: distinguishes the current claim from earlier ones, whose leases have expired. */
  readonly attempts: number;
  readonly createdAt: Date;
}

const insert = {
  name: 'insert a link request',
  text: `insert into link_requests (id, email, callback_url, traceparent, created_at, next_attempt_at)
         values ($1::uuid, $2, $3, $4, $5, $5)`,
};

export async function insertLinkRequest(
  db: Queryable,
  { email, callbackUrl }: Pick<LinkRequest, 'email' | 'callbackUrl'>,
): Promise<void> {
  await db.query(insert, [uuid(), email, callbackUrl, currentTraceparent() ?? null, db.now()]);
}

const claim = {
  name: 'claim link requests',
  text: `with due as (
           select id from link_requests where next_attempt_at <= $3
           order by next_attempt_at limit $1 for update skip locked
         )
         update link_requests r set attempts = attempts + 1, next_attempt_at = $2
         from due where r.id = due.id
         returning r.id, sequence, email, callback_url as "callbackUrl", traceparent, attempts, created_at as "createdAt"`,
};

export const claimLinkRequests = (db: Queryable, limit: number, leaseMs: number): Promise<LinkRequest[]> =>
  db.query<LinkRequest>(claim, [limit, momentAfter(db, leaseMs), db.now()]);

const take = {
  name: 'take a link request',
  // The rows are locked in one order, so that two transactions that take requests of one address cannot deadlock.
  text: `with locked as materialized (
           select id, attempts from link_requests where email = $1 and sequence <= $2::bigint order by sequence for update
         )
         delete from link_requests r using locked
         where r.id = locked.id and exists (select from locked own where own.id = $3::uuid and own.attempts = $4)
         returning not exists (select from link_requests where email = $1 and sequence > $2::bigint) as newest`,
};

/**
 * Deletes the request and the older ones of its address; nothing where the request is gone (a newer one has been taken) or another
 * worker has claimed it since. True where a link is to be mailed: the request was there and is the newest of its address.
 *
 * Transactions that take requests of one address wait for each other here until commit, so that of two links the one that was
 * requested later is saved last.
 */
export async function takeLinkRequest(
  tx: Tx,
  { email, sequence, id, attempts }: Pick<LinkRequest, 'email' | 'sequence' | 'id' | 'attempts'>,
): Promise<boolean> {
  const [taken] = await tx.query<{ newest: boolean }>(take, [email, sequence, id, attempts]);
  return taken?.newest ?? false;
}

/**
 * The request, where this claim of it is the current one. `skip locked`, because a statement outside of a transaction must not
 * wait for row locks: who holds this one deletes the request, or rolls back, and then it is claimed again after its lease.
 */
const claimed =
  'id = (select id from link_requests where id = $1::uuid and attempts = $2 for update skip locked)';

const remove = { name: 'delete a link request', text: `delete from link_requests where ${claimed}` };

/** Deletes nothing where another worker has claimed the request since. */
export async function deleteLinkRequest(
  db: Queryable,
  { id, attempts }: Pick<LinkRequest, 'id' | 'attempts'>,
): Promise<void> {
  await db.query(remove, [id, attempts]);
}

const postpone = {
  name: 'postpone a link request',
  text: `update link_requests set next_attempt_at = $3 where ${claimed}`,
};

/** Has no effect where another worker has claimed the request since. */
export async function postponeLinkRequest(
  db: Queryable,
  { id, attempts }: Pick<LinkRequest, 'id' | 'attempts'>,
  delayMs: number,
): Promise<void> {
  await db.query(postpone, [id, attempts, momentAfter(db, delayMs)]);
}
