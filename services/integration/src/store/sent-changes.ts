import type { Queryable } from '@patchbay/database/query';
import type { EventCall } from '@patchbay/events/envelope';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 as uuid } from 'uuid';
import type { Tx } from './transaction.ts';

const insert = {
  name: 'note a change',
  text: 'insert into sent_changes (id, event, call) values ($1::uuid, $2::jsonb, $3::jsonb)',
};

/** Notes a change that is about to be sent. The event says what; its status comes later, or never. */
export async function noteChange(db: Queryable, event: DomainEvent, call: EventCall): Promise<string> {
  const id = uuid();
  await db.query(insert, [id, JSON.stringify(event), JSON.stringify(call)]);
  return id;
}

const answer = {
  name: 'status of a change',
  text: 'update sent_changes set status = $2, answered_at = now() where id = $1::uuid',
};

/** `status` null: it will never be known. */
export async function answerChange(db: Queryable, id: string, status: number | null): Promise<void> {
  await db.query(answer, [id, status]);
}

/** Longer than a request waits for its answer: a minute for each of two attempts, and a renewal between them. */
const unansweredMinutes = 4;

const take = {
  name: 'changes that the trail does not have',
  // Postgres locks no rows within a union.
  text: `with answered as (
           select id from sent_changes where answered_at is not null order by answered_at, sent_at limit $1 for update skip locked),
         unanswered as (
           select id from sent_changes where answered_at is null and sent_at < now() - interval '${unansweredMinutes} minutes'
           order by sent_at limit $1 for update skip locked)
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

/** Removes some of them; the transaction records them. */
export const takeSentChanges = (tx: Tx, limit: number): Promise<SentChange[]> =>
  tx.query<SentChange & Record<string, unknown>>(take, [limit]);
