import type { Queryable } from '@patchbay/database/query';
import type { LockedIntegration } from './integrations.ts';
import { nowPlus } from './sql.ts';
import type { Tx } from './transaction.ts';

/** Credentials of an active integration that a worker has claimed in order to renew them. */
export interface DueRenewal {
  /** Of the integration. */
  readonly id: string;
  readonly provider: string;
  /** Incremented by each claim; 0 again when renewed credentials are saved. */
  readonly attempts: number;
  /** Distinguishes this claim from later ones. */
  readonly leasedUntil: Date;
}

/**
 * Credentials of integrations that are not active are not renewed: they are put off by a day, so that they do not stay at the
 * beginning of the index, where every claim would read them again.
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
 * Repeats the claim while it finds only integrations that are not active: an empty answer means that nothing is due. Integrations of
 * the providers in `except` are left for later.
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

const postpone = {
  name: 'postpone a renewal',
  text: `update credentials set renew_at = ${nowPlus('$3')} where integration_id = (
           select integration_id from credentials where integration_id = $1::uuid and renew_at = $2 for update skip locked)`,
};

/** Has no effect where the credentials were renewed, replaced or claimed since. */
export async function postponeRenewal(
  db: Queryable,
  { id, leasedUntil }: DueRenewal,
  delayMs: number,
): Promise<void> {
  await db.query(postpone, [id, leasedUntil, delayMs]);
}

const giveBack = {
  name: 'give a renewal back',
  text: `update credentials set renew_at = ${nowPlus('$3')}, renew_attempts = renew_attempts - 1 where integration_id = (
           select integration_id from credentials where integration_id = $1::uuid and renew_at = $2 for update skip locked)`,
};

/** Undoes a claim: the attempt was not made and does not count. */
export async function giveRenewalBack(
  db: Queryable,
  { id, leasedUntil }: DueRenewal,
  delayMs: number,
): Promise<void> {
  await db.query(giveBack, [id, leasedUntil, delayMs]);
}

const resume = {
  name: 'resume renewals',
  text: `update credentials set renew_at = least(renew_at, expires_at - interval '5 minutes')
         where integration_id = $1::uuid and renew_at is not null`,
};

/** For an integration that becomes active again: its renewal may have been put off meanwhile. */
export async function resumeRenewals(tx: Tx, { id }: LockedIntegration): Promise<void> {
  await tx.query(resume, [id]);
}
