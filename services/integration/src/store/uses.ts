import type { Queryable } from '@patchbay/database/query';
import type { EventCall } from '@patchbay/events/envelope';
import { outboxChannel } from '@patchbay/events/outbox';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { schema } from '../migrations.ts';
import type { Tx } from './transaction.ts';

/** Requests of one hour, caller, grant and api. */
export interface Use {
  readonly hour: Date;
  readonly callerType: 'user' | 'api_key';
  readonly callerId: string;
  readonly callerName: string;
  readonly apiKeyPrefix: string | null;
  /** Null for a session. */
  readonly grantId: string | null;
  readonly api: string;
  readonly reads: number;
  readonly changes: number;
  readonly refused: number;
  readonly failed: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** Callers of 90 days are many where keys are rotated daily: the newest rows count. */
const maxUses = 10_000;

const list = {
  name: 'uses of an integration',
  text: `select * from (
           select hour, caller_type as "callerType", caller_id as "callerId", caller_name as "callerName",
             api_key_prefix as "apiKeyPrefix", nullif(grant_id, '00000000-0000-0000-0000-000000000000') as "grantId", api,
             reads::float8 as reads, changes::float8 as changes, refused::float8 as refused, failed::float8 as failed,
             bytes_sent::float8 as "bytesSent", bytes_received::float8 as "bytesReceived"
           from uses where integration_id = $1::uuid and hour >= date_trunc('hour', $2::timestamptz) and hour < $3
           order by hour desc limit ${maxUses}
         ) u order by hour, "callerId", api limit ${maxUses}`,
};

/** Oldest first. */
export const listUses = (db: Queryable, integrationId: string, from: Date, to: Date): Promise<Use[]> =>
  db.query<Use & Record<string, unknown>>(list, [integrationId, from, to]);

/** Requests that a process has counted, of one integration. */
export interface CountedUse extends Use {
  readonly integrationId: string;
  readonly lastAt: Date;
}

const nil = '00000000-0000-0000-0000-000000000000';

// Rows of integrations that were deleted meanwhile are left out: a foreign key would refuse all of them.
const add = {
  name: 'add uses',
  text: `with added as (
         insert into uses (integration_id, hour, caller_type, caller_id, caller_name, api_key_prefix, grant_id, api, reads, changes,
           refused, failed, bytes_sent, bytes_received, last_at)
         select u.* from jsonb_to_recordset($1::jsonb) as u(
           "integrationId" uuid, hour timestamptz, "callerType" text, "callerId" uuid, "callerName" text, "apiKeyPrefix" text,
           "grantId" uuid, api text, reads bigint, changes bigint, refused bigint, failed bigint, "bytesSent" bigint,
           "bytesReceived" bigint, "lastAt" timestamptz)
         join integrations i on i.id = u."integrationId"
         order by 1, 2, 4, 7, 8
         on conflict (integration_id, hour, caller_id, grant_id, api) do update set
           caller_name = excluded.caller_name, reads = uses.reads + excluded.reads, changes = uses.changes + excluded.changes,
           refused = uses.refused + excluded.refused, failed = uses.failed + excluded.failed,
           bytes_sent = uses.bytes_sent + excluded.bytes_sent, bytes_received = uses.bytes_received + excluded.bytes_received,
           last_at = greatest(uses.last_at, excluded.last_at))
         select pg_notify($2, '')`,
};

/** Adds them, and notifies as the outbox does: the trail of uses has something to record. */
export async function addUses(db: Queryable, uses: readonly CountedUse[]): Promise<void> {
  const rows = uses.map((use) => ({ ...use, grantId: use.grantId ?? nil }));
  await db.query(add, [JSON.stringify(rows), outboxChannel(schema)]);
}

/** The first use of a caller in a UTC day. */
export interface FirstUse {
  readonly integrationId: string;
  readonly callerId: string;
  readonly day: string;
  readonly event: DomainEvent;
  readonly call: EventCall;
}

const addFirst = {
  name: 'add first uses of a day',
  text: `insert into first_uses (integration_id, caller_id, day, event, call)
         select u."integrationId", u."callerId", u.day, u.event, u.call
         from jsonb_to_recordset($1::jsonb) as u("integrationId" uuid, "callerId" uuid, day date, event jsonb, call jsonb)
         order by 1, 2, 3
         on conflict do nothing`,
};

export async function addFirstUses(db: Queryable, uses: readonly FirstUse[]): Promise<void> {
  await db.query(addFirst, [JSON.stringify(uses)]);
}

const takeFirst = {
  name: 'first uses that the trail does not have',
  text: `update first_uses f set recorded_at = $2
         from (select integration_id, caller_id, day from first_uses where recorded_at is null
               order by integration_id, caller_id, day limit $1 for update skip locked) due
         where f.integration_id = due.integration_id and f.caller_id = due.caller_id and f.day = due.day
         returning f.event, f.call`,
};

/** Marks some of them as recorded; the transaction records them. */
export const takeFirstUses = (
  tx: Tx,
  limit: number,
): Promise<{ readonly event: DomainEvent; readonly call: EventCall }[]> =>
  tx.query<{ event: DomainEvent; call: EventCall }>(takeFirst, [limit, tx.now()]);

const copyTimes = {
  name: 'times of last uses',
  text: `with last as (
           select integration_id, grant_id, max(last_at) as at from uses
           where hour >= date_trunc('hour', $1::timestamptz - interval '2 minutes') and last_at > $1::timestamptz - interval '2 minutes'
           group by integration_id, grant_id),
         free_grants as (
           select g.id, last.at from last join grants g on g.id = last.grant_id
           where g.last_used_at is null or g.last_used_at < last.at
           for no key update of g skip locked),
         of_grants as (update grants g set last_used_at = free.at from free_grants free where g.id = free.id),
         free_integrations as (
           select i.id, last.at from (select integration_id, max(at) as at from last group by integration_id) last
           join integrations i on i.id = last.integration_id
           where i.last_used_at is null or i.last_used_at < last.at
           for no key update of i skip locked)
         update integrations i set last_used_at = free.at from free_integrations free where i.id = free.id`,
};

/** Copies the times of the last two minutes to integrations and grants. Rows that somebody changes get theirs the next time. */
export async function copyLastUses(db: Queryable): Promise<void> {
  await db.query(copyTimes, [db.now()]);
}
