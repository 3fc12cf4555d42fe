import type { Queryable } from '@patchbay/database/query';
import type { LockedIntegration } from './integrations.ts';
import type { Tx } from './transaction.ts';

/** A time of the database clock, because the clocks of processes differ. The parameter is in milliseconds. */
export const nowPlus = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

/** An active integration that a worker has claimed for verification. */
export interface DueVerification {
  readonly id: string;
  readonly provider: string;
  /** Incremented by each claim; reset to 0 unless the verification fails transiently. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/** `check_at` is null unless the integration is active, so that the partial index has only those. */
export const claimDueVerifications = {
  name: 'claim verifications',
  text: `with due as (
           select id from integrations where check_at <= now() and provider <> all($3)
           order by check_at limit $1 for no key update skip locked
         )
         update integrations i set check_attempts = check_attempts + 1, check_at = ${nowPlus('$2')}
         from due where i.id = due.id
         returning i.id, provider, check_attempts as attempts, check_at as "leasedUntil"`,
};

/** Skips integrations of the providers in `except`. */
export const claimVerifications = (
  db: Queryable,
  limit: number,
  leaseMs: number,
  except: readonly string[] = [],
): Promise<DueVerification[]> =>
  db.query<DueVerification & Record<string, unknown>>(claimDueVerifications, [limit, leaseMs, except]);

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
  readonly provider: string;
  /** Incremented by each claim; reset to 0 when renewed credentials are saved. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/**
 * Credentials of integrations that are not active are postponed by a day. Otherwise they would stay at the start of the index,
 * where every claim would read them again.
 */
export const claimDueRenewals = {
  name: 'claim renewals',
  text: `with due as (
           select c.integration_id as id from credentials c join integrations i on i.id = c.integration_id
           where c.renew_at <= now() and i.provider <> all($3)
           order by c.renew_at limit $1 for update of c skip locked
         )
         update credentials c set
           renew_attempts = case when i.status = 'active' then renew_attempts + 1 else 0 end,
           renew_at = case when i.status = 'active' then ${nowPlus('$2')} else now() + interval '1 day' end
         from due join integrations i on i.id = due.id where c.integration_id = due.id
         returning c.integration_id as id, renew_attempts as attempts, renew_at as "leasedUntil", i.provider,
           i.status = 'active' as active`,
};

type Claimed = DueRenewal & { readonly active: boolean };

/**
 * Repeats the claim while it finds only integrations that are not active: an empty result means that nothing is due. Skips
 * integrations of the providers in `except`.
 */
export async function claimRenewals(
  db: Queryable,
  limit: number,
  leaseMs: number,
  except: readonly string[] = [],
): Promise<DueRenewal[]> {
  for (;;) {
    const rows = await db.query<Claimed & Record<string, unknown>>(claimDueRenewals, [
      limit,
      leaseMs,
      except,
    ]);
    const due = rows.filter(({ active }) => active);
    if (due.length > 0 || rows.length < limit) return due;
  }
}

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
