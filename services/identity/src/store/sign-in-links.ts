import type { Queryable } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { v7 as uuid } from 'uuid';
import type { SignInLink } from '../domain/sign-in-link.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

/** Transactions that change the link or the user of an address queue here first: see `turn` of a transaction. */
export const turnOfAddress = (email: string): TurnOf => ({ of: 'address', key: email });

const save = {
  name: 'save a sign-in link',
  // Postgres evaluates the condition under the row lock.
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
  const values = [uuid(), email, kind, signUpId, Buffer.from(tokenDigest), callbackUrl, expiresAt];
  return (await tx.query(save, values)).length === 1;
}

const deleteReplaced = {
  name: 'delete a replaced sign-up link',
  text: `delete from sign_in_links where email = $1 and kind = 'sign_up' and sign_up_id < $2::uuid`,
};

/** Deletes the link of a sign-up that `signUpId`, which has no link, has replaced. */
export async function deleteReplacedLink(tx: Tx, email: string, signUpId: string): Promise<void> {
  await tx.query(deleteReplaced, [email, signUpId]);
}

const byDigest = {
  name: 'sign-in link by digest',
  text: `select email, sign_up_id as "signUpId", callback_url as "callbackUrl", expires_at as "expiresAt"
         from sign_in_links where token_digest = $1 and expires_at > $2`,
};

export const findLink = async (db: Queryable, tokenDigest: Digest): Promise<SignInLink | undefined> =>
  (await db.query<SignInLink>(byDigest, [Buffer.from(tokenDigest), db.now()]))[0];

const spend = {
  name: 'spend a sign-in link',
  text: 'delete from sign_in_links where token_digest = $1 and expires_at > $2 returning 1 as spent',
};

/** Deletes the unexpired link. Of concurrent calls exactly one gets true. */
export async function spendLink(tx: Tx, tokenDigest: Digest, now: Date): Promise<boolean> {
  return (await tx.query(spend, [Buffer.from(tokenDigest), now])).length === 1;
}
