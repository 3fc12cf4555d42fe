import type { WorkspaceRole } from '@patchbay/access/role';
import type { Queryable } from '@patchbay/database/query';
import { conflict } from '@patchbay/errors/failure';
import { most } from '@patchbay/platform/maximums';
import type { NamedMember } from '../domain/member.ts';
import type { Member } from '../domain/organization.ts';
import type { LockedOrganization } from './organization-lock.ts';
import { isRemoved, lockPeople, lockPerson } from './people.ts';
import type { Tx } from './transaction.ts';

const columns = `m.id, m.organization_id as "organizationId", m.user_id as "userId", m.role, m.created_at as "createdAt",
                 p.email, p.name`;

export const membersOfOrganization = {
  name: 'members of an organization',
  text: `select ${columns}
         from members m join people p on p.user_id = m.user_id
         where m.organization_id = $1 order by m.created_at, m.id limit ${most.membersOfOrganization}`,
};

export const listMembers = (db: Queryable, organizationId: string): Promise<NamedMember[]> =>
  db.query<NamedMember>(membersOfOrganization, [organizationId]);

const byUser = {
  name: 'member by user',
  text: `select ${columns} from members m join people p on p.user_id = m.user_id
         where m.organization_id = $1::uuid and m.user_id = $2::uuid limit 1`,
};

export const findMember = async (
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<NamedMember | undefined> => (await tx.query<NamedMember>(byUser, [organizationId, userId]))[0];

const inserts = {
  name: 'insert a member',
  text: `insert into members (id, organization_id, user_id, role, created_at)
         values ($1::uuid, $2::uuid, $3::uuid, $4, $5) on conflict do nothing returning 1 as inserted`,
};

/**
 * False, and nothing changes, where the person is a member already: their role is kept. A trigger inserts the membership
 * period in the same statement. Throws where the person deletes their account.
 */
export async function insertMember(
  tx: Tx,
  organization: LockedOrganization,
  { id, userId, role, createdAt }: Omit<Member, 'organizationId'>,
): Promise<boolean> {
  await lockPerson(tx, userId);
  if (await isRemoved(tx, userId)) throw conflict('This account is being deleted.');
  return (await tx.query(inserts, [id, organization.id, userId, role, createdAt])).length === 1;
}

const saves = {
  name: 'save the role of a member',
  text: 'update members set role = $3 where organization_id = $1::uuid and user_id = $2::uuid',
};

export async function saveRole(
  tx: Tx,
  { id }: LockedOrganization,
  { userId, role }: Pick<Member, 'userId' | 'role'>,
): Promise<void> {
  await tx.query(saves, [id, userId, role]);
}

const deletes = {
  name: 'delete a member',
  text: 'delete from members where organization_id = $1::uuid and user_id = $2::uuid',
};

/** The foreign key deletes the member's assignments too, and a trigger ends the membership period. */
export async function deleteMember(
  tx: Tx,
  { id }: LockedOrganization,
  { userId }: Pick<Member, 'userId'>,
): Promise<void> {
  await lockPerson(tx, userId);
  await tx.query(deletes, [id, userId]);
}

/** A guest who has no other assignment than the one to a workspace. */
export interface GuestOfOne extends NamedMember {
  readonly assigned: WorkspaceRole;
}

export const guestsOfWorkspaceAlone = {
  name: 'guests of one workspace alone',
  text: `select ${columns}, a.role as assigned
         from assignments a join members m on m.organization_id = a.organization_id and m.user_id = a.user_id
         join people p on p.user_id = m.user_id
         where a.workspace_id = $2::uuid and m.organization_id = $1::uuid and m.role = 'guest'
           and not exists (select from assignments other where other.organization_id = $1::uuid
                           and other.user_id = m.user_id and other.workspace_id <> $2::uuid)
         order by m.user_id limit ${most.membersOfOrganization}`,
};

/** The guests who have access to nothing in the organization but this workspace. */
export const listGuestsOfAlone = (
  tx: Tx,
  { id }: LockedOrganization,
  workspaceId: string,
): Promise<GuestOfOne[]> => tx.query<GuestOfOne>(guestsOfWorkspaceAlone, [id, workspaceId]);

const deleteManyMembers = {
  name: 'delete members',
  text: 'delete from members where organization_id = $1::uuid and user_id = any ($2::uuid[])',
};

/** As `deleteMember`, for up to all members of the organization. */
export async function deleteMembers(
  tx: Tx,
  { id }: LockedOrganization,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await lockPeople(tx, userIds);
  await tx.query(deleteManyMembers, [id, userIds]);
}

const adminsOf = {
  name: 'count admins of an organization',
  text: `select count(*)::integer as count from members where organization_id = $1::uuid and role = 'admin'`,
};

/** Needs the row lock: otherwise two admins could remove each other at the same time. */
export const countAdmins = async (tx: Tx, { id }: LockedOrganization): Promise<number> =>
  (await tx.query<{ count: number }>(adminsOf, [id]))[0]?.count ?? 0;

/** As `ListPasskeyAdminsResponse` documents, of organizations and of the admins of each. */
const mostPasskeyAdmins = 1_000;

export const passkeyAdmins = {
  name: 'other admins where passkeys are demanded',
  text: `select o.id as "organizationId", o.name as "organizationName",
                array(select m.user_id from members m
                      where m.organization_id = o.id and m.role = 'admin' and m.user_id <> $1::uuid
                      order by m.created_at, m.id limit ${mostPasskeyAdmins}) as "otherAdminUserIds"
         from members own join organizations o on o.id = own.organization_id
         where own.user_id = $1::uuid and own.role = 'admin' and o.requires_passkey and o.deletes_at is null
         order by o.id limit ${mostPasskeyAdmins}`,
};

/** The organizations that demand passkeys and of which the person is an admin, with the other admins of each. */
export const listPasskeyAdmins = (
  db: Queryable,
  userId: string,
): Promise<{ organizationId: string; organizationName: string; otherAdminUserIds: string[] }[]> =>
  db.query(passkeyAdmins, [userId]);
