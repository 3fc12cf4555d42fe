import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { TurnOf } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import type { Tx } from './transaction.ts';

declare const lockHeld: unique symbol;

/**
 * Proof that the open transaction holds the row lock of the organization until it ends: roles, counts and pending
 * invitations that it reads stay true until commit, and events enter the outbox in the order of the changes. Functions that
 * rely on the lock take this type; only the functions of this file create it.
 */
export interface LockedOrganization {
  readonly id: string;
  readonly [lockHeld]: true;
}

/** Transactions that lock the organization queue here first: see `turn` of a transaction. */
export const turnOfOrganization = ({ id }: { readonly id: string }): TurnOf => ({
  of: 'organization',
  key: id,
});

const lockBy = (by: string, where: string): RowLock => ({
  of: 'organization',
  name: `lock an organization by ${by}`,
  text: `select id from organizations o where ${where} for update`,
});

const byId = lockBy('id', 'id = $1::uuid and deleted_at is null');
// The `exists` conditions keep callers without access from taking the lock or waiting for it.
const byMember = lockBy(
  'slug and user',
  'slug = $1 and deleted_at is null and exists (select from members where organization_id = o.id and user_id = $2::uuid)',
);
const byKey = lockBy(
  'slug and key',
  'slug = $1 and deleted_at is null and exists (select from api_keys where id = $2::uuid and organization_id = o.id)',
);

async function lockOne(
  tx: Tx,
  lock: RowLock,
  values: readonly unknown[],
): Promise<LockedOrganization | undefined> {
  const locked = await lockRow<{ id: string }>(tx, lock, values);
  return locked && ({ id: locked.id } as LockedOrganization);
}

/** For events of other services. Undefined where the organization was deleted, or is not known, as after a restore to an earlier time. */
export const lockKnownOrganization = (tx: Tx, id: string): Promise<LockedOrganization | undefined> =>
  lockOne(tx, byId, [id]);

/** For requests whose path names no organization: a sign-in, or the answer to an invitation. Checks no access. */
export async function lockOrganization(tx: Tx, id: string): Promise<LockedOrganization> {
  const locked = await lockKnownOrganization(tx, id);
  if (locked === undefined) throw notFound('the organization was deleted meanwhile');
  return locked;
}

/** Undefined, and nothing is locked, where the user is not a member. */
export const lockOrganizationOfMember = (
  tx: Tx,
  slug: string,
  userId: string,
): Promise<LockedOrganization | undefined> => lockOne(tx, byMember, [slug, userId]);

/** Undefined, and nothing is locked, where the key belongs to another organization. */
export const lockOrganizationOfKey = (
  tx: Tx,
  slug: string,
  keyId: string,
): Promise<LockedOrganization | undefined> => lockOne(tx, byKey, [slug, keyId]);
