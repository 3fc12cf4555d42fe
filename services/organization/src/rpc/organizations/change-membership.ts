import { notFound } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { WorkspaceRole } from '../../domain/access.ts';
import { changeRole, type NamedMember, removeMember } from '../../domain/member.ts';
import type { Access } from '../../store/access-row.ts';
import { assignedRoles } from '../../store/assignments.ts';
import { countAdmins, deleteMember, findMember, rememberLeaving, saveRole } from '../../store/members.ts';
import type { Tx } from '../../store/transaction.ts';
import { revokePersonalKeys } from '../api-keys/revoke-personal-keys.ts';

/**
 * The one way to take something from a member: demoting, removing and leaving pass here, so that no organization is left
 * without an admin. `access` is what `lockAccess` gave to this transaction.
 */
export async function changeMembership(
  tx: Tx,
  { organization }: Access,
  userId: string,
  to: WorkspaceRole | 'nothing',
): Promise<{ member: NamedMember; events: DomainEvent[] }> {
  const member = await findMember(tx, organization.id, userId);
  if (member === undefined) throw notFound('no such member');
  const admins = await countAdmins(tx, organization.id);
  if (to === 'nothing') return { member, events: await endMembership(tx, member, admins) };
  const changed = changeRole(member, to, admins);
  if (changed.events.length > 0) await saveRole(tx, changed.member);
  return changed;
}

/** Everything that ends with a membership ends here, in the same transaction. */
async function endMembership(tx: Tx, member: NamedMember, admins: number): Promise<DomainEvent[]> {
  const assignments = await assignedRoles(tx, member.organizationId, member.userId);
  const events = removeMember(member, assignments, admins);
  await deleteMember(tx, member);
  await rememberLeaving(tx, member, new Date());
  return [...events, ...(await revokePersonalKeys(tx, member, null, 'member_removed'))];
}
