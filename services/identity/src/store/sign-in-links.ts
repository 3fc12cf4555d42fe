import type { Queryable } from '@patchbay/database/queryable';
import { type RowLock, rowLock } from '@patchbay/database/row-lock';
import { v7 as uuid } from 'uuid';
import type { SignInLink } from '../domain/sign-in-link.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

const lockBy = (by: string, where: string): RowLock =>
  rowLock({ of: 'sign-in link', table: 'sign_in_links', name: `lock a sign-in link by ${by}`, where });
const linkOfAddress = lockBy('address', 'email = $1 and kind = $2');
const linkByDigest = lockBy('digest', 'token_digest = $1');

/** Overwrites the previous link of the address for the same purpose, a sign-in or a sign-up: that link stops working. */
export async function saveLink(tx: Tx, link: SignInLink, tokenDigest: Digest): Promise<void> {
  const { email, ...rest } = link;
  const kind = link.signUpId === null ? 'sign_in' : 'sign_up';
  await tx.lockRow(linkOfAddress, [email, kind]);
  await tx.prisma.signInLink.upsert({
    where: { email_kind: { email, kind } },
    create: { id: uuid(), kind, ...link, tokenDigest },
    update: { ...rest, tokenDigest },
  });
}

/** Deletes the link of a sign-up that was replaced by one without a link. */
export async function deleteSignUpLink(tx: Tx, email: string): Promise<void> {
  await tx.lockRow(linkOfAddress, [email, 'sign_up']);
  await tx.prisma.signInLink.deleteMany({ where: { email, kind: 'sign_up' } });
}

const byDigest = {
  name: 'sign-in link by digest',
  text: `select email, sign_up_id as "signUpId", callback_url as "callbackUrl", expires_at as "expiresAt"
         from sign_in_links where token_digest = $1 and expires_at > now()`,
};

export const findLink = async (db: Queryable, tokenDigest: Digest): Promise<SignInLink | undefined> =>
  (await db.query<SignInLink>(byDigest, [Buffer.from(tokenDigest)]))[0];

/** Deletes the unexpired link. Of concurrent calls exactly one gets true: the others find no row once they have the lock. */
export async function spendLink(tx: Tx, tokenDigest: Digest, now: Date): Promise<boolean> {
  if ((await tx.lockRow(linkByDigest, [Buffer.from(tokenDigest)])) === undefined) return false;
  const { count } = await tx.prisma.signInLink.deleteMany({ where: { tokenDigest, expiresAt: { gt: now } } });
  return count === 1;
}
