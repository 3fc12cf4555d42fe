import type { Person } from '@patchbay/access/caller';
import type { Role, WorkspaceRole } from '@patchbay/access/role';
import { conflict } from '@patchbay/errors/failure';
import type { Change, DomainEvent } from '@patchbay/trail/domain-event';
import type { Member } from './organization.ts';

export interface NamedMember extends Member, Person {}

/** The fields of a member that events use. */
type Subject = Pick<NamedMember, 'organizationId' | keyof Person>;

const eventOf = (
  action: 'member.role_changed' | 'member.removed',
  { organizationId, userId, name, email }: Subject,
  changes: readonly Change[],
): DomainEvent => ({
  action,
  about: { organizationId },
  target: { type: 'member', id: userId, name },
  changes,
  metadata: { email },
});

export const roleChanged = (member: Subject, before: Role, after: Role): DomainEvent =>
  eventOf('member.role_changed', member, [{ field: 'role', before, after }]);

/** `admins`: how many the organization has, counted under its row lock, so that no other transaction changes it. */
function refuseLosingLastAdmin({ role }: NamedMember, admins: number): void {
  if (role === 'admin' && admins <= 1) {
    throw conflict('An organization needs an admin: make somebody else one first.');
  }
}

/** No event where the role stays the same. */
export function changeRole(
  member: NamedMember,
  role: Role,
  admins: number,
): { member: NamedMember; events: DomainEvent[] } {
  if (role === member.role) return { member, events: [] };
  refuseLosingLastAdmin(member, admins);
  return {
    member: { ...member, role },
    events: [roleChanged(member, member.role, role)],
  };
}

/** `assignments`: the assigned roles that are deleted with the membership, by workspace slug; the event records them. */
export function removeMember(
  member: NamedMember,
  assignments: Readonly<Record<string, WorkspaceRole>>,
  admins: number,
): DomainEvent[] {
  refuseLosingLastAdmin(member, admins);
  return [
    eventOf('member.removed', member, [
      { field: 'role', before: member.role, after: null },
      ...(Object.keys(assignments).length > 0
        ? [{ field: 'assignments', before: assignments, after: null }]
        : []),
    ]),
  ];
}
