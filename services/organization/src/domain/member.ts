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
  metadata: NonNullable<DomainEvent['metadata']> = {},
): DomainEvent => ({
  action,
  about: { organizationId },
  target: { type: 'member', id: userId, name },
  changes,
  metadata: { email, ...metadata },
});

export const roleChanged = (member: Subject, before: Role, after: Role): DomainEvent =>
  eventOf('member.role_changed', member, [{ field: 'role', before, after }]);

/** `admins`: how many the organization has, counted under its row lock, so that no other transaction changes it. */
function refuseLosingLastAdmin({ role }: NamedMember, admins: number): void {
  if (role === 'admin' && admins <= 1) {
    throw conflict('An organization needs an admin. Make another member an admin first.');
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

/** What a removal ends and what it leaves; the event records both. */
export interface Belongings {
  /** The assigned roles that are deleted with the membership, by workspace slug. */
  readonly assignments: Readonly<Record<string, WorkspaceRole>>;
  /** The live organization-level keys that the person created: they go on working, and the person may know their secrets. */
  readonly organizationKeys: readonly { readonly prefix: string; readonly name: string }[];
  /** How many live connect links the person could read, and may have kept; undefined: not known. */
  readonly liveConnectLinks: number | undefined;
}

/** Code points of a key's name in the event of a removal: an entry names as many keys as fit, and the prefix identifies a key. */
const maxKeyName = 50;

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= maxKeyName ? name : `${characters.slice(0, maxKeyName - 1).join('')}…`;
}

export function removeMember(member: NamedMember, belongings: Belongings, admins: number): DomainEvent[] {
  refuseLosingLastAdmin(member, admins);
  return [memberRemoved(member, belongings)];
}

/** `reason`: what ended the membership, unless the member was removed or left. */
export function memberRemoved(
  member: NamedMember,
  { assignments, organizationKeys, liveConnectLinks }: Belongings,
  reason?: 'workspace_deleted' | 'account_deleted',
): DomainEvent {
  const changes: Change[] = [{ field: 'role', before: member.role, after: null }];
  if (Object.keys(assignments).length > 0) {
    changes.push({ field: 'assignments', before: assignments, after: null });
  }
  return eventOf('member.removed', member, changes, {
    ...(reason && { reason }),
    organizationKeys: organizationKeys.map(({ prefix, name }) => ({ prefix, name: shortened(name) })),
    ...(liveConnectLinks !== undefined && { liveConnectLinks }),
  });
}

/** `organization`: one that is not closed, whose last admin cannot delete their account. */
export const lastAdminOf = ({ name, slug }: { readonly name: string; readonly slug: string }) =>
  conflict(
    `You are the last admin of ${name} (${slug}). Make another member an admin first, or delete the organization.`,
  );
