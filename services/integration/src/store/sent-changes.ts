import type { Queryable } from '@patchbay/database/query';
import type { EventCall } from '@patchbay/events/envelope';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 as uuid } from 'uuid';
import type { Tx } from './transaction.ts';

const insert = {
  name: 'note a change',
  text: 'insert into sent_changes (id, event, call, sent_at) values ($1::uuid, $2::jsonb, $3::jsonb, $4)',
};

/** Notes a change that is about to be sent. The event says what; its status comes later, or never. */
export async function noteChange(db: Queryable, event: DomainEvent, call: EventCall): Promise<string> {
  const id = uuid();
  await db.query(insert, [id, JSON.stringify(event), JSON.stringify(call), db.now()]);
  return id;
}

const answer = {
  name: 'status of a change',
  text: 'update sent_changes set status = $2, answered_at = $3 where id = $1::uuid returning 1 as answered',
};

/** `status` null: it will never be known. May be repeated. False: the trail has the change, or its organization was deleted. */
export async function answerChange(db: Queryable, id: string, status: number | null): Promise<boolean> {
  return (await db.query(answer, [id, status, db.now()])).length > 0;
}

/** Longer than a request waits for its answer: the relay ends it after 65 seconds. */
export const unansweredMinutes = 4;

/**
 * How long a change without an answer is left alone after it was found. A relay that keeps a status while Postgres is away tries to
 * write it every two seconds, and a statement on a dead connection fails after 15. Without this time a change would be taken at the moment at which Postgres
 * is back.
 */
const graceSeconds = 30;

const take = {
  name: 'changes that the trail does not have',
  // Postgres locks no rows within a union.
  text: `with answered as (
           select id from sent_changes where answered_at is not null order by answered_at, sent_at limit $1 for update skip locked),
         unanswered as (
           select id from sent_changes where answered_at is null and overdue_at < $2::timestamptz - interval '${graceSeconds} seconds'
           order by sent_at limit $1 for update skip locked),
         found as (
           update sent_changes set overdue_at = $2 where id in (
             select id from sent_changes
             where answered_at is null and overdue_at is null and sent_at < $2::timestamptz - interval '${unansweredMinutes} minutes'
             order by sent_at limit $1 for update skip locked))
         delete from sent_changes where id in (select id from answered union all select id from unanswered)
         returning id, event, call, status, sent_at as "sentAt"`,
};

export interface SentChange {
  readonly id: string;
  readonly event: DomainEvent;
  readonly call: EventCall;
  readonly status: number | null;
  readonly sentAt: Date;
}

/** Removes those that have an answer, or have been overdue for the grace; the transaction records them. Notes which others are overdue. */
export const takeSentChanges = (tx: Tx, limit: number): Promise<SentChange[]> =>
  tx.query<SentChange & Record<string, unknown>>(take, [limit, tx.now()]);
