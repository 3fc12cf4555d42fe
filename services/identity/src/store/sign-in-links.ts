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

const save = {
  name: 'save a sign-in link',
  // The condition is evaluated under the row lock, also where the row was inserted after `lockRow` had found none.
  text: `insert into sign_in_links as link (id, email, kind, sign_up_id, token_digest, callback_url, expires_at)
         values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7)
         on conflict (email, kind) do update
           set sign_up_id = excluded.sign_up_id, token_digest = excluded.token_digest,
               callback_url = excluded.callback_url, expires_at = excluded.expires_at
           where link.sign_up_id is null or link.sign_up_id <= excluded.sign_up_id
         returning 1 as saved`,
};

/**
 * Overwrites the previous link of the address for the same purpose, a sign-in or a sign-up: that link stops working. False, and
 * nothing is saved, where that is the link of a newer sign-up: organization gives a newer sign-up of an address a higher id.
 */
export async function saveLink(tx: Tx, link: SignInLink, tokenDigest: Digest): Promise<boolean> {
  const { email, signUpId, callbackUrl, expiresAt } = link;
  const kind = signUpId === null ? 'sign_in' : 'sign_up';
  await tx.lockRow(linkOfAddress, [email, kind]);
  const values = [uuid(), email, kind, signUpId, Buffer.from(tokenDigest), callbackUrl, expiresAt];
  return (await tx.query(save, values)).length === 1;
}

/** Deletes the link of a sign-up that `signUpId`, which has no link, has replaced. */
export async function deleteReplacedLink(tx: Tx, email: string, signUpId: string): Promise<void> {
  await tx.lockRow(linkOfAddress, [email, 'sign_up']);
  await tx.prisma.signInLink.deleteMany({ where: { email, kind: 'sign_up', signUpId: { lt: signUpId } } });
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
