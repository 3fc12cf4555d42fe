import type { Schemas } from '@patchbay/client';
import { matches } from '../../data/matches.ts';

/** Somebody who belongs to the organization or workspace. */
export interface MemberRow {
  readonly kind: 'member';
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Schemas['OrganizationRole'];
  readonly since: string;
  /** Of a workspace: whether access comes from the organization alone. */
  readonly inherited?: boolean;
}

/** An invitation that nobody has answered. */
export interface InvitedRow {
  readonly kind: 'invited';
  readonly key: string;
  readonly id: string;
  readonly email: string;
  readonly role: Schemas['OrganizationRole'];
  readonly inviterName: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

export type PersonRow = MemberRow | InvitedRow;

type AnyMember = Schemas['OrganizationMember'] & Partial<Pick<Schemas['WorkspaceMember'], 'inherited'>>;

const names = new Intl.Collator();

/**
 * Open invitations, newest first, then people by name. An expired invitation is left out if the person is in, or was invited again: there
 * is nothing to do about it.
 */
export function rowsOf(
  members: readonly AnyMember[],
  invitations: readonly Schemas['Invitation'][],
): PersonRow[] {
  const settled = new Set([
    ...members.map(({ email }) => email.toLowerCase()),
    ...invitations.filter(({ status }) => status === 'pending').map(({ email }) => email.toLowerCase()),
  ]);
  const invited: InvitedRow[] = [];
  for (const { id, email, role, workspace, status, expiresAt, inviterName } of invitations.toReversed()) {
    const expired = status === 'expired';
    if (status !== 'pending' && (!expired || settled.has(email.toLowerCase()))) continue;
    if (expired) settled.add(email.toLowerCase());
    const offered = workspace?.role ?? role;
    invited.push({ kind: 'invited', key: id, id, email, role: offered, inviterName, expiresAt, expired });
  }
  const people = members.map(
    ({ id, userId, name, email, role, createdAt, inherited }): MemberRow => ({
      kind: 'member',
      key: id,
      userId,
      name,
      email,
      role,
      since: createdAt,
      ...(inherited !== undefined && { inherited }),
    }),
  );
  return [...invited, ...people.toSorted((one, other) => names.compare(one.name, other.name))];
}

/** The values of the filter `show` in the URL. */
export const shows = ['admin', 'member', 'viewer', 'guest', 'invited', 'assigned', 'inherited'] as const;
type Show = (typeof shows)[number];

export function isShown(row: PersonRow, show: Show): boolean {
  if (row.kind === 'invited') return show === 'invited';
  if (show === 'assigned') return row.inherited === false;
  if (show === 'inherited') return row.inherited === true;
  return row.role === show;
}

/** The rows that match the text and the filter. An unknown `show`, from an old link, is ignored. */
export function find(rows: readonly PersonRow[], search: string, show: string): PersonRow[] {
  const known = shows.find((each) => each === show);
  return rows.filter(
    (row) =>
      (known === undefined || isShown(row, known)) &&
      matches(search, row.email, row.kind === 'member' ? row.name : ''),
  );
}

/** The id of the only admin, who cannot step down or leave: an organization always has one. Undefined: there are several. */
export function lastAdminOf(
  members: readonly Pick<Schemas['OrganizationMember'], 'userId' | 'role'>[],
): string | undefined {
  const [first, ...others] = members.filter(({ role }) => role === 'admin');
  return others.length === 0 ? first?.userId : undefined;
}
