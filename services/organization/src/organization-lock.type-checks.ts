/**
 * Checks that functions that rely on the row lock of the organization do not compile without it. Nothing here runs: a call
 * under `@ts-expect-error` that compiles fails the type check.
 */
import type { Principal } from '@patchbay/access/caller';
import type { ApiKey } from './domain/api-key.ts';
import type { Invitation } from './domain/invitation.ts';
import type { Member } from './domain/organization.ts';
import type { Assignment, Workspace } from './domain/workspace.ts';
import { changeMembership } from './rpc/members/members.ts';
import { lockAccess, resolveAccess } from './store/access.ts';
import type { Access, LockedAccess, Path } from './store/access-row.ts';
import { insertKey, saveKey } from './store/api-keys.ts';
import { insertAssignment } from './store/assignments.ts';
import { hasCapacity, refuseWhenFull } from './store/bounds.ts';
import { insertInvitation, saveInvitation } from './store/invitations.ts';
import { countAdmins, deleteMember, insertMember, saveRole } from './store/members.ts';
import { type LockedOrganization, lockOrganization } from './store/organization-lock.ts';
import type { Tx } from './store/transaction.ts';
import { insertWorkspace } from './store/workspaces.ts';

interface Things {
  readonly caller: Principal;
  readonly path: Path;
  readonly member: Member;
  readonly assignment: Assignment;
  readonly workspace: Workspace;
  readonly invitation: Invitation;
  readonly token: Parameters<typeof insertInvitation>[3];
  readonly key: ApiKey;
}

export async function withLock(tx: Tx, { caller, path, member, workspace }: Things): Promise<void> {
  const access: LockedAccess = await lockAccess(tx, caller, path);
  await changeMembership(tx, access, member.userId, 'removed');
  await refuseWhenFull(tx, access.organization, 'workspaces');
  await insertWorkspace(tx, access.organization, workspace);
  const organization: LockedOrganization = await lockOrganization(tx, member.organizationId);
  await insertMember(tx, organization, member);
}

export async function withoutLock(tx: Tx, things: Things): Promise<void> {
  const { caller, path, member, assignment, workspace, invitation, token, key } = things;
  const access: Access = await resolveAccess(tx, caller, path);
  const { organization } = access;

  // @ts-expect-error admins are counted under the lock
  await changeMembership(tx, access, member.userId, 'removed');
  // @ts-expect-error
  await countAdmins(tx, organization);
  // @ts-expect-error
  await saveRole(tx, organization, member);
  // @ts-expect-error
  await deleteMember(tx, organization, member);

  // @ts-expect-error rows are counted against the bound under the lock
  await refuseWhenFull(tx, organization, 'members');
  // @ts-expect-error
  await hasCapacity(tx, organization, 'members');

  // @ts-expect-error rows that count against a bound are inserted under the lock
  await insertMember(tx, organization, member);
  // @ts-expect-error
  await insertWorkspace(tx, organization, workspace);
  // @ts-expect-error
  await insertInvitation(tx, organization, invitation, token);
  // @ts-expect-error
  await insertKey(tx, organization, key, token.tokenDigest);

  // @ts-expect-error rows that are changed were read under the lock
  await saveInvitation(tx, organization, invitation);
  // @ts-expect-error
  await saveKey(tx, organization, key);
  // @ts-expect-error
  await insertAssignment(tx, organization, assignment);

  // @ts-expect-error an object with an id does not prove that the lock is held
  const made: LockedOrganization = { id: organization.id };
  void made;
}
