import type { Queryable } from '@patchbay/database/queryable';
import type { ParkedSignUp } from '../domain/sign-up.ts';
import type { Tx } from './transaction.ts';

/** The newest sign-up of an address replaces the one before. */
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
 * Takes the sign-up out of the table, so that of two sign-ins at once only one finds it: the other waits for the row's
 * lock and then sees it gone, or sees it again if the first rolled back.
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

/** What speaks for letting an address without an account sign in. */
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
