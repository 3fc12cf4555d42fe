import type { Queryable, Statement } from '@patchbay/database/query';
import type { LockedIntegration } from './integrations.ts';
import type { Tx } from './transaction.ts';

/** A time of the database clock, because the clocks of processes differ. The parameter is in milliseconds. */
export const nowPlus = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

/** An organization with due work, and the providers of that work. */
export interface DueOrganization {
  readonly organizationId: string;
  readonly providers: readonly string[];
}

/**
 * The due rows of an organization at a provider, in order; `of` has its id and the provider. Conditions and order name the columns
 * of the index (organization, provider, time) together: otherwise Postgres may choose the index of the time alone, and pass all due
 * rows of others.
 */
const dueOf = (of: string, table: string, time: string, limit: string): string =>
  `select t.* from ${table} t
             where (t.organization_id, t.provider, t.${time}) > (${of}.organization_id, ${of}.provider, '-infinity')
               and (t.organization_id, t.provider, t.${time}) <= (${of}.organization_id, ${of}.provider, now())
               and t.${time} is not null
             order by t.organization_id, t.provider, t.${time} limit ${limit}`;

/**
 * The organizations with due rows, the one that waits longest first. Up to 1,000 due rows are read themselves. If there are more,
 * each organization and provider is looked up in the index, one step of the recursion each, so that the number of due rows does
 * not matter.
 */
const dueOrganizations = (name: string, table: string, time: string): Statement => ({
  name,
  text: `with recursive oldest as materialized (
           select organization_id, provider, ${time} as due_at from ${table} where ${time} <= now()
           order by ${time} limit 1000
         ), pairs as (
           (select organization_id, provider from ${table}
            where ${time} is not null and (select count(*) from oldest) = 1000
            order by organization_id, provider limit 1)
           union all
           select next.organization_id, next.provider from pairs p cross join lateral (
             select organization_id, provider from ${table}
             where ${time} is not null and (organization_id, provider) > (p.organization_id, p.provider)
             order by organization_id, provider limit 1) next
         ), due as (
           select * from oldest
           union all
           select p.organization_id, p.provider, first.${time} from pairs p cross join lateral (
             ${dueOf('p', table, time, '1')}) first
         )
         select organization_id as "organizationId", array_agg(distinct provider) as providers
         from due group by organization_id order by min(due_at) limit 10000`,
});
export const organizationsToVerify = dueOrganizations(
  'organizations with due verifications',
  'integrations',
  'check_at',
);
export const organizationsToRenew = dueOrganizations(
  'organizations with due renewals',
  'credentials',
  'renew_at',
);

export const listDue = (db: Queryable, statement: Statement): Promise<DueOrganization[]> =>
  db.query<DueOrganization & Record<string, unknown>>(statement, []);

/** The turn of an organization: its next due rows at this provider are claimed. */
export interface OrganizationTurn {
  readonly organizationId: string;
  readonly provider: string;
}

export interface ClaimOptions {
  readonly turns: readonly OrganizationTurn[];
  /** The most rows of each turn, and of all together. */
  readonly share: number;
  readonly limit: number;
  readonly leaseMs: number;
}

const claimValues = ({ turns, share, limit, leaseMs }: ClaimOptions): unknown[] => [
  turns.map(({ organizationId }) => organizationId),
  turns.map(({ provider }) => provider),
  share,
  limit,
  leaseMs,
];

/** The due rows of the turns, locked, by the parameters of `claimValues`. */
const dueOfTurns = (table: string, id: string, time: string, lock: string): string => `
           select due.${id} as id from unnest($1::uuid[], $2::text[]) as turn (organization_id, provider) cross join lateral (
             ${dueOf('turn', table, time, '$3')} for ${lock} skip locked) due
           limit $4`;

/** An active integration that a worker has claimed for verification. */
export interface DueVerification {
  readonly id: string;
  readonly organizationId: string;
  readonly provider: string;
  /** Incremented by each claim; reset to 0 unless the verification fails transiently. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/** `check_at` is null unless the integration is active, so that the partial index has only those. */
export const claimDueVerifications = {
  name: 'claim verifications',
  text: `with due as (${dueOfTurns('integrations', 'id', 'check_at', 'no key update')})
         update integrations i set check_attempts = check_attempts + 1, check_at = ${nowPlus('$5')}
         from due where i.id = due.id
         returning i.id, organization_id as "organizationId", provider, check_attempts as attempts,
           check_at as "leasedUntil"`,
};

export const claimVerifications = (db: Queryable, options: ClaimOptions): Promise<DueVerification[]> =>
  db.query<DueVerification & Record<string, unknown>>(claimDueVerifications, claimValues(options));

const postponedVerification = {
  name: 'postpone a verification',
  text: `update integrations set check_at = ${nowPlus('$3')} where id = (
           select id from integrations where id = $1::uuid and check_at = $2 for no key update skip locked)`,
};

/** Has no effect if the integration was verified, claimed, connected or disabled since. */
export async function postponeVerification(
  db: Queryable,
  { id, leasedUntil }: DueVerification,
  delayMs: number,
): Promise<void> {
  await db.query(postponedVerification, [id, leasedUntil, delayMs]);
}

const returnedVerification = {
  name: 'give a verification back',
  text: `update integrations set check_at = ${nowPlus('$3')}, check_attempts = check_attempts - 1 where id = (
           select id from integrations where id = $1::uuid and check_at = $2 for no key update skip locked)`,
};

/** Undoes a claim: no attempt was made, so it does not count. */
export async function giveVerificationBack(
  db: Queryable,
  { id, leasedUntil }: DueVerification,
  delayMs: number,
): Promise<void> {
  await db.query(returnedVerification, [id, leasedUntil, delayMs]);
}

const schedule = {
  name: 'schedule a verification',
  text: `update integrations set check_at = ${nowPlus('$2')}, check_attempts = case when $3 then 0 else check_attempts end
         where id = $1::uuid and status = 'active'`,
};

/** Schedules the next verification, in milliseconds from now. `again`: the last one failed transiently. */
export async function scheduleVerification(
  tx: Tx,
  { id }: LockedIntegration,
  delayMs: number,
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> {
  await tx.query(schedule, [id, delayMs, !again]);
}

/** Credentials of an active integration that a worker has claimed for renewal. */
export interface DueRenewal {
  /** Of the integration. */
  readonly id: string;
  readonly organizationId: string;
  readonly provider: string;
  /** Incremented by each claim; reset to 0 when renewed credentials are saved. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
  /** False: the integration is not active, and the renewal was postponed. */
  readonly active: boolean;
}

/**
 * Credentials of integrations that are not active are postponed by a day. Otherwise they would stay at the start of the index,
 * where every claim would read them again.
 */
export const claimDueRenewals = {
  name: 'claim renewals',
  text: `with due as (${dueOfTurns('credentials', 'integration_id', 'renew_at', 'update')})
         update credentials c set
           renew_attempts = case when i.status = 'active' then renew_attempts + 1 else 0 end,
           renew_at = case when i.status = 'active' then ${nowPlus('$5')} else now() + interval '1 day' end
         from due join integrations i on i.id = due.id where c.integration_id = due.id
         returning c.integration_id as id, c.organization_id as "organizationId", c.provider,
           renew_attempts as attempts, renew_at as "leasedUntil", i.status = 'active' as active`,
};

export const claimRenewals = (db: Queryable, options: ClaimOptions): Promise<DueRenewal[]> =>
  db.query<DueRenewal & Record<string, unknown>>(claimDueRenewals, claimValues(options));

const postponedRenewal = {
  name: 'postpone a renewal',
  text: `update credentials set renew_at = ${nowPlus('$3')} where integration_id = (
           select integration_id from credentials where integration_id = $1::uuid and renew_at = $2 for update skip locked)`,
};

/** Has no effect if the credentials were renewed, replaced or claimed since. */
export async function postponeRenewal(
  db: Queryable,
  { id, leasedUntil }: DueRenewal,
  delayMs: number,
): Promise<void> {
  await db.query(postponedRenewal, [id, leasedUntil, delayMs]);
}

const returnedRenewal = {
  name: 'give a renewal back',
  text: `update credentials set renew_at = ${nowPlus('$3')}, renew_attempts = renew_attempts - 1 where integration_id = (
           select integration_id from credentials where integration_id = $1::uuid and renew_at = $2 for update skip locked)`,
};

/** Undoes a claim: no attempt was made, so it does not count. */
export async function giveRenewalBack(
  db: Queryable,
  { id, leasedUntil }: DueRenewal,
  delayMs: number,
): Promise<void> {
  await db.query(returnedRenewal, [id, leasedUntil, delayMs]);
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
  text: `select coalesce(extract(epoch from clock_timestamp() - (select min(check_at) from integrations)), 0)::float8 as verifications,
           coalesce(extract(epoch from clock_timestamp() - (select min(renew_at) from credentials)), 0)::float8 as renewals,
           coalesce(extract(epoch from clock_timestamp() - (select min(attempt_at) from revocations)), 0)::float8 as revocations`,
};

/** Seconds since the oldest row of each queue became due; 0 if none is due. */
export async function readOldestDue(db: Queryable): Promise<Record<string, number>> {
  const [row = {}] = await db.query<Record<string, number>>(oldestDue, []);
  return Object.fromEntries(Object.entries(row).map(([queue, seconds]) => [queue, Math.max(0, seconds)]));
}
