import type { Queryable } from '@patchbay/database/query';
import type { LockedIntegration } from './integrations.ts';
import { nowPlus } from './sql.ts';
import type { Tx } from './transaction.ts';

/** An active integration that a worker has claimed in order to verify it. */
export interface DueVerification {
  readonly id: string;
  readonly provider: string;
  /** Incremented by each claim; 0 again after a verification that did not fail for a while only. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/** `check_at` is null for everything but active integrations, so that the partial index holds only those. */
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

/** Integrations of the providers in `except` are left for later. */
export const claimVerifications = (
  db: Queryable,
  limit: number,
  leaseMs: number,
  except: readonly string[] = [],
): Promise<DueVerification[]> =>
  db.query<DueVerification & Record<string, unknown>>(claimDueVerifications, [limit, leaseMs, except]);

const postpone = {
  name: 'postpone a verification',
  text: `update integrations set check_at = ${nowPlus('$3')} where id = (
           select id from integrations where id = $1::uuid and check_at = $2 for no key update skip locked)`,
};

/** Has no effect where the integration was verified, claimed, connected or disabled since. */
export async function postponeVerification(
  db: Queryable,
  { id, leasedUntil }: DueVerification,
  delayMs: number,
): Promise<void> {
  await db.query(postpone, [id, leasedUntil, delayMs]);
}

const giveBack = {
  name: 'give a verification back',
  text: `update integrations set check_at = ${nowPlus('$3')}, check_attempts = check_attempts - 1 where id = (
           select id from integrations where id = $1::uuid and check_at = $2 for no key update skip locked)`,
};

/** Undoes a claim: the attempt was not made and does not count. */
export async function giveVerificationBack(
  db: Queryable,
  { id, leasedUntil }: DueVerification,
  delayMs: number,
): Promise<void> {
  await db.query(giveBack, [id, leasedUntil, delayMs]);
}

const schedule = {
  name: 'schedule a verification',
  text: `update integrations set check_at = ${nowPlus('$2')}, check_attempts = case when $3 then 0 else check_attempts end
         where id = $1::uuid and status = 'active'`,
};

/** When the background verifies next, in milliseconds from now. `again`: the last verification failed for a while only. */
export async function scheduleVerification(
  tx: Tx,
  { id }: LockedIntegration,
  delayMs: number,
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> {
  await tx.query(schedule, [id, delayMs, !again]);
}
