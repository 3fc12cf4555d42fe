import { momentAfter, type Queryable, type Statement } from '@patchbay/database/query';
import { isInactive } from '@patchbay/events/inactive-organizations';
import type { LockedIntegration } from './integrations.ts';
import type { Tx } from './transaction.ts';

/** A due row that no worker has claimed yet. */
export interface Due {
  /** Of the integration. */
  readonly id: string;
  readonly organizationId: string;
  readonly provider: string;
  /** The last workspace that was looked into; null: there is none after it. */
  readonly lastWorkspaceId: string | null;
}

/**
 * The 1,000 rows that are due longest. They may all be of one organization: if there are more, also the first 20 due rows of each
 * of the next 1,000 workspaces after `$1`. Two forms keep Postgres from reading all due rows: only the index of workspace and time
 * has the order `nulls first`, and the sub-selects by id leave no join to be planned in another order.
 */
const dueRows = (name: string, table: string, id: string, time: string): Statement => ({
  name,
  text: `with oldest as materialized (
           select ${id} as id, workspace_id, ${time} as due_at from ${table} where ${time} <= $2 order by ${time} limit 1000
         ), next as materialized (
           select id from workspaces where id > $1::uuid and (select count(*) from oldest) = 1000 order by id limit 1000
         ), due as (
           select * from oldest
           union
           select first.* from next cross join lateral (
             select ${id}, workspace_id, ${time} from ${table}
             where workspace_id = next.id and ${time} <= $2 order by ${time} nulls first limit 20) first
         )
         select id, (select organization_id from workspaces where id = due.workspace_id) as "organizationId",
           (select provider from integrations where id = due.id) as provider,
           (select id from next order by id desc limit 1) as "lastWorkspaceId"
         from due order by due_at limit 21000`,
});
export const dueVerifications = dueRows('due verifications', 'integrations', 'id', 'check_at');
export const dueRenewals = dueRows('due renewals', 'credentials', 'integration_id', 'renew_at');

/** Those that are due longest come first. */
export const listDue = (db: Queryable, statement: Statement, afterWorkspaceId: string): Promise<Due[]> =>
  db.query<Due & Record<string, unknown>>(statement, [afterWorkspaceId, db.now()]);

/** An active integration that a worker has claimed for verification. */
export interface DueVerification {
  readonly id: string;
  readonly provider: string;
  /** Incremented by each claim; reset to 0 unless the verification fails transiently. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/**
 * `check_at` is null unless the integration is active, so that the partial index has only those. Integrations of inactive organizations
 * are postponed by an hour. Otherwise they would stay at the start of the index, where every claim would read them again.
 */
export const claimDueVerifications = {
  name: 'claim verifications',
  text: `with due as (
           select id, ${isInactive('integrations.organization_id')} as inactive from integrations
           where id = any($1::uuid[]) and check_at <= $2 for no key update skip locked
         )
         update integrations i set
           check_attempts = case when inactive then check_attempts else check_attempts + 1 end,
           check_at = case when inactive then $2::timestamptz + interval '1 hour' else $3::timestamptz end
         from due where i.id = due.id
         returning i.id, provider, check_attempts as attempts, check_at as "leasedUntil", inactive`,
};

/** Claims those of the integrations that are still due. */
export async function claimVerifications(
  db: Queryable,
  ids: readonly string[],
  leaseMs: number,
): Promise<DueVerification[]> {
  const values = [ids, db.now(), momentAfter(db, leaseMs)];
  const rows = await db.query<DueVerification & { inactive: boolean }>(claimDueVerifications, values);
  return rows.filter(({ inactive }) => !inactive);
}

const postponedVerification = {
  name: 'postpone a verification',
  text: `update integrations set check_at = $3 where id = (
           select id from integrations where id = $1::uuid and check_at = $2 for no key update skip locked)`,
};

/** Has no effect if the integration was verified, claimed, connected or disabled since. */
export async function postponeVerification(
  db: Queryable,
  { id, leasedUntil }: DueVerification,
  delayMs: number,
): Promise<void> {
  await db.query(postponedVerification, [id, leasedUntil, momentAfter(db, delayMs)]);
}

const returnedVerification = {
  name: 'give a verification back',
  text: `update integrations set check_at = $3, check_attempts = check_attempts - 1 where id = (
           select id from integrations where id = $1::uuid and check_at = $2 for no key update skip locked)`,
};

/** Undoes a claim: no attempt was made, so it does not count. */
export async function giveVerificationBack(
  db: Queryable,
  { id, leasedUntil }: DueVerification,
  delayMs: number,
): Promise<void> {
  await db.query(returnedVerification, [id, leasedUntil, momentAfter(db, delayMs)]);
}

const schedule = {
  name: 'schedule a verification',
  text: `update integrations set check_at = $2, check_attempts = case when $3 then 0 else check_attempts end
         where id = $1::uuid and status = 'active'`,
};

/** Schedules the next verification, in milliseconds from now. `again`: the last one failed transiently. */
export async function scheduleVerification(
  tx: Tx,
  { id }: LockedIntegration,
  delayMs: number,
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> {
  await tx.query(schedule, [id, momentAfter(tx, delayMs), !again]);
}

const advance = {
  name: 'verify sooner',
  text: `update integrations set check_at = least(check_at, $2) where id = $1::uuid and status = 'active'`,
};

/** Schedules the next verification in so many milliseconds, unless it is due before that. */
export async function verifySooner(tx: Tx, { id }: LockedIntegration, delayMs: number): Promise<void> {
  await tx.query(advance, [id, momentAfter(tx, delayMs)]);
}

/** Credentials of an active integration that a worker has claimed for renewal. */
export interface DueRenewal {
  /** Of the integration. */
  readonly id: string;
  readonly provider: string;
  /** Incremented by each claim; reset to 0 when renewed credentials are saved. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/**
 * Credentials of integrations that are not active are postponed by a day, those of inactive organizations by an hour. Otherwise they would
 * stay at the start of the index, where every claim would read them again.
 */
export const claimDueRenewals = {
  name: 'claim renewals',
  text: `with due as (
           select integration_id as id, ${isInactive('credentials.organization_id')} as inactive from credentials
           where integration_id = any($1::uuid[]) and renew_at <= $2 for update skip locked
         )
         update credentials c set
           renew_attempts = case when i.status <> 'active' then 0 when inactive then renew_attempts else renew_attempts + 1 end,
           renew_at = case when i.status <> 'active' then $2::timestamptz + interval '1 day'
             when inactive then $2::timestamptz + interval '1 hour' else $3::timestamptz end
         from due join integrations i on i.id = due.id where c.integration_id = due.id
         returning c.integration_id as id, renew_attempts as attempts, renew_at as "leasedUntil", i.provider,
           i.status = 'active' and not inactive as active`,
};

/** Claims those of the credentials that are still due. */
export async function claimRenewals(
  db: Queryable,
  integrationIds: readonly string[],
  leaseMs: number,
): Promise<DueRenewal[]> {
  const values = [integrationIds, db.now(), momentAfter(db, leaseMs)];
  const rows = await db.query<DueRenewal & { active: boolean }>(claimDueRenewals, values);
  return rows.filter(({ active }) => active);
}

const postponedRenewal = {
  name: 'postpone a renewal',
  text: `update credentials set renew_at = $3 where integration_id = (
           select integration_id from credentials where integration_id = $1::uuid and renew_at = $2 for update skip locked)`,
};

/** Has no effect if the credentials were renewed, replaced or claimed since. */
export async function postponeRenewal(
  db: Queryable,
  { id, leasedUntil }: DueRenewal,
  delayMs: number,
): Promise<void> {
  await db.query(postponedRenewal, [id, leasedUntil, momentAfter(db, delayMs)]);
}

const returnedRenewal = {
  name: 'give a renewal back',
  text: `update credentials set renew_at = $3, renew_attempts = renew_attempts - 1 where integration_id = (
           select integration_id from credentials where integration_id = $1::uuid and renew_at = $2 for update skip locked)`,
};

/** Undoes a claim: no attempt was made, so it does not count. */
export async function giveRenewalBack(
  db: Queryable,
  { id, leasedUntil }: DueRenewal,
  delayMs: number,
): Promise<void> {
  await db.query(returnedRenewal, [id, leasedUntil, momentAfter(db, delayMs)]);
}

const resume = {
  name: 'resume renewals',
  text: `update credentials set renew_at = least(renew_at, expires_at - interval '5 minutes')
         where integration_id = $1::uuid and renew_at is not null`,
};

/** For an integration that becomes active again: its renewal may have been postponed. */
export async function resumeRenewals(tx: Tx, { id }: LockedIntegration): Promise<void> {
  await tx.query(resume, [id]);
}

/** Each minimum is the first entry of its index. */
export const oldestDue = {
  name: 'oldest due rows',
  text: `select coalesce(extract(epoch from $1::timestamptz - (select min(check_at) from integrations)), 0)::float8 as verifications,
           coalesce(extract(epoch from $1::timestamptz - (select min(renew_at) from credentials)), 0)::float8 as renewals,
           coalesce(extract(epoch from $1::timestamptz - (select min(attempt_at) from revocations)), 0)::float8 as revocations`,
};

/** Seconds since the oldest row of each queue became due; 0 if none is due. */
export async function readOldestDue(db: Queryable): Promise<Record<string, number>> {
  const [row = {}] = await db.query<Record<string, number>>(oldestDue, [db.now()]);
  return Object.fromEntries(Object.entries(row).map(([queue, seconds]) => [queue, Math.max(0, seconds)]));
}
