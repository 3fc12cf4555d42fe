import type { Queryable } from '@patchbay/database/queryable';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { v7 as uuid } from 'uuid';
import type { Tx } from './transaction.ts';

/** A request for a sign-in link that a worker has claimed. */
export interface LinkRequest {
  readonly id: string;
  readonly email: string;
  readonly callbackUrl: string;
  readonly traceparent: string | null;
  /** Incremented by each claim: distinguishes the current claim from earlier ones, whose leases have expired. */
  readonly attempts: number;
  readonly createdAt: Date;
}

const insert = {
  name: 'insert a link request',
  text: `insert into link_requests (id, email, callback_url, traceparent) values ($1::uuid, $2, $3, $4)`,
};

export async function insertLinkRequest(
  db: Queryable,
  { email, callbackUrl }: Pick<LinkRequest, 'email' | 'callbackUrl'>,
): Promise<void> {
  await db.query(insert, [uuid(), email, callbackUrl, currentTraceparent() ?? null]);
}

/** The clock of the database, because those of the workers differ. The parameter is in milliseconds. */
const nowPlus = (parameter: string): string => `now() + ${parameter}::float8 * interval '1 millisecond'`;

const claim = {
  name: 'claim link requests',
  text: `with due as (
           select id from link_requests where next_attempt_at <= now()
           order by next_attempt_at limit $1 for update skip locked
         )
         update link_requests r set attempts = attempts + 1, next_attempt_at = ${nowPlus('$2')}
         from due where r.id = due.id
         returning r.id, email, callback_url as "callbackUrl", traceparent, attempts, created_at as "createdAt"`,
};

export const claimLinkRequests = (db: Queryable, limit: number, leaseMs: number): Promise<LinkRequest[]> =>
  db.query<LinkRequest>(claim, [limit, leaseMs]);

const remove = {
  name: 'delete a link request',
  text: 'delete from link_requests where id = $1::uuid and attempts = $2 returning 1 as deleted',
};

/** False, and nothing is deleted, where another worker has claimed the request since. */
export const deleteLinkRequest = async (
  db: Queryable | Tx,
  { id, attempts }: Pick<LinkRequest, 'id' | 'attempts'>,
): Promise<boolean> => (await db.query(remove, [id, attempts])).length === 1;

const postpone = {
  name: 'postpone a link request',
  text: `update link_requests set next_attempt_at = ${nowPlus('$3')} where id = $1::uuid and attempts = $2`,
};

export async function postponeLinkRequest(
  db: Queryable,
  { id, attempts }: Pick<LinkRequest, 'id' | 'attempts'>,
  delayMs: number,
): Promise<void> {
  await db.query(postpone, [id, attempts, delayMs]);
}
