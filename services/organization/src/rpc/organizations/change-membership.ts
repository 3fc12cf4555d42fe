import type { WorkspaceRole } from '@patchbay/access/role';
import { notFound } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { changeRole, type NamedMember, removeMember } from '../../domain/member.ts';
import type { LockedAccess } from '../../store/access-row.ts';
import { organizationKeysOf } from '../../store/api-keys.ts';
import { assignedRoles } from '../../store/assignments.ts';
import { countAdmins, deleteMember, findMember, saveRole } from '../../store/members.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { revokePersonalKeys } from '../api-keys/revoke-personal-keys.ts';

/**
 * Every demotion, removal and leaving of a member goes through this function, which refuses to take the last admin of an
 * organization.
 */
export async function changeMembership(
  tx: Tx,
  { organization }: LockedAccess,
  userId: string,
  to: WorkspaceRole | 'removed',
): Promise<{ member: NamedMember; events: DomainEvent[] }> {
  const member = await findMember(tx, organization.id, userId);
  if (member === undefined) throw notFound('no such member');
  const admins = await countAdmins(tx, organization);
  if (to === 'removed') return { member, events: await endMembership(tx, organization, member, admins) };
  const changed = changeRole(member, to, admins);
  if (changed.events.length > 0) await saveRole(tx, organization, changed.member);
  return changed;
}

/** Deletes the member and their assignments, which ends the membership period, and revokes the personal keys, in one transaction. */
async function endMembership(
  tx: Tx,
  organization: LockedOrganization,
  member: NamedMember,
  admins: number,
): Promise<DomainEvent[]> {
  const { userId } = member;
  const assignments = await assignedRoles(tx, organization.id, userId);
  const organizationKeys = await organizationKeysOf(tx, organization, userId, new Date());
  const events = removeMember(member, { assignments, organizationKeys }, admins);
  await deleteMember(tx, organization, member);
  return [...events, ...(await revokePersonalKeys(tx, organization, userId, null, 'member_removed'))];
}
