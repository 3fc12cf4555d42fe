import type { Queryable } from '@patchbay/database/queryable';
import type { ParkedSignUp } from '../domain/sign-up.ts';
import type { Tx } from './transaction.ts';

/** Replaces an earlier sign-up of the same address. */
export async function saveSignUp(tx: Tx, signUp: ParkedSignUp): Promise<void> {
  const { email, ...rest } = signUp;
  await tx.prisma.parkedSignUp.upsert({ where: { email }, create: signUp, update: rest });
}

const deleteUnexpired = {
  name: 'take a sign-up',
  text: `delete from parked_sign_ups where email = $1 and expires_at > $2
         returning email, name, organization_name as "organizationName", organization_slug as "organizationSlug",
                   expires_at as "expiresAt"`,
};

/**
 * Deletes and returns the sign-up. Of two concurrent sign-ins exactly one gets it: the other waits for the row lock, and
 * gets the sign-up only if the first transaction rolls back.
 */
export async function takeSignUp(tx: Tx, email: string, now: Date): Promise<ParkedSignUp | undefined> {
  const [signUp] = await tx.query<ParkedSignUp>(deleteUnexpired, [email, now]);
  return signUp;
}

const admission = {
  name: 'admission of an address',
  text: `select (select name from parked_sign_ups where email = $1 and expires_at > now()) as "signUpName",
                exists (select from invitations where email = $1 and status = 'pending' and expires_at > now())
                  as invited,
                exists (select from organizations where domain = $2) as "domainKnown"`,
};

interface Admission {
  readonly signUpName: string | null;
  readonly invited: boolean;
  readonly domainKnown: boolean;
}

/** What allows an address without an account to sign in: a parked sign-up, a pending invitation or a known domain. */
export async function findAdmission(db: Queryable, email: string, domain: string): Promise<Admission> {
  const [row] = await db.query<Admission>(admission, [email, domain]);
  return row ?? { signUpName: null, invited: false, domainKnown: false };
}

const deleteExpired = {
  name: 'expired sign-ups',
  text: 'delete from parked_sign_ups where expires_at <= now()',
};

export async function deleteExpiredSignUps(db: Queryable): Promise<void> {
  await db.query(deleteExpired);
}
