import { internal } from '@patchbay/errors/failure';
import type { Tx } from './transaction.ts';

declare const rowLock: unique symbol;

/**
 * Proof that the open transaction holds the row lock of the organization until it ends: roles, counts and pending
 * invitations that it reads stay true until commit, and events enter the outbox in the order of the changes. Functions that
 * rely on the lock take this type; only the functions of this file create it.
 */
export interface LockedOrganization {
  readonly id: string;
  readonly [rowLock]: true;
}

const byId = {
  name: 'lock an organization by id',
  text: 'select id from organizations where id = $1::uuid for update',
};
// The `exists` conditions keep callers without access from taking the lock or waiting for it.
const byMember = {
  name: 'lock an organization by slug and user',
  text: `select id from organizations o where slug = $1
           and exists (select from members where organization_id = o.id and user_id = $2::uuid)
         for update`,
};
const byKey = {
  name: 'lock an organization by slug and key',
  text: `select id from organizations o where slug = $1
           and exists (select from api_keys where id = $2::uuid and organization_id = o.id)
         for update`,
};

/** For requests whose path names no organization: a sign-in, or the answer to an invitation. Checks no access. */
export async function lockOrganization(tx: Tx, id: string): Promise<LockedOrganization> {
  const [locked] = await tx.query<LockedOrganization>(byId, [id]);
  if (locked === undefined)
    throw internal('the organization was not found, although organizations are never deleted');
  return locked;
}

/** Undefined, and nothing is locked, where the user is not a member. */
export async function lockOrganizationOfMember(
  tx: Tx,
  slug: string,
  userId: string,
): Promise<LockedOrganization | undefined> {
  return (await tx.query<LockedOrganization>(byMember, [slug, userId]))[0];
}

/** Undefined, and nothing is locked, where the key belongs to another organization. */
export async function lockOrganizationOfKey(
  tx: Tx,
  slug: string,
  keyId: string,
): Promise<LockedOrganization | undefined> {
  return (await tx.query<LockedOrganization>(byKey, [slug, keyId]))[0];
}
