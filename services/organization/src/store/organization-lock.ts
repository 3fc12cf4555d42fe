import { internal } from '@patchbay/errors/failure';
import type { Tx } from './transaction.ts';

declare const rowLock: unique symbol;

/**
 * An organization whose row lock the open transaction holds until it ends. Roles, counts and what is pending in it stay as
 * they are read meanwhile, and events are recorded in the order of what they tell. Whatever relies on that takes this type,
 * and only the functions of this file make it.
 */
export interface LockedOrganization {
  readonly id: string;
  readonly [rowLock]: true;
}

const byId = {
  name: 'lock an organization by id',
  text: 'select id from organizations where id = $1::uuid for update',
};
// Only for members, and for keys of the organization: strangers neither wait for the lock nor hold it.
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

/** For those who know the organization by something else than a path. */
export async function lockOrganization(tx: Tx, id: string): Promise<LockedOrganization> {
  const [locked] = await tx.query<LockedOrganization>(byId, [id]);
  if (locked === undefined) throw internal('organizations are never deleted, but this one is gone');
  return locked;
}

/** Undefined, and nothing is locked, where the user is not of it. */
export async function lockOrganizationOfMember(
  tx: Tx,
  slug: string,
  userId: string,
): Promise<LockedOrganization | undefined> {
  return (await tx.query<LockedOrganization>(byMember, [slug, userId]))[0];
}

/** Undefined, and nothing is locked, where the key is not the organization's. */
export async function lockOrganizationOfKey(
  tx: Tx,
  slug: string,
  keyId: string,
): Promise<LockedOrganization | undefined> {
  return (await tx.query<LockedOrganization>(byKey, [slug, keyId]))[0];
}
