import type { DomainEvent } from '@patchbay/events/domain-event';

export type Role = 'admin' | 'member' | 'viewer' | 'guest';

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly domain: string | null;
  readonly createdAt: Date;
}

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: Date;
}

/** The person acts for itself: at sign-in there is no caller yet whom the event could be put down to. */
const actorOf = ({ userId, email, name }: Person) => ({ type: 'user', id: userId, email, name }) as const;

export const organizationCreated = (organization: Organization, founder: Person): DomainEvent => ({
  action: 'organization.created',
  about: { organizationId: organization.id },
  target: { type: 'organization', id: organization.id, name: organization.name },
  changes: [
    { field: 'slug', before: null, after: organization.slug },
    { field: 'name', before: null, after: organization.name },
    { field: 'domain', before: null, after: organization.domain },
  ],
  actor: actorOf(founder),
});

/** `by`: why the person became a member without anybody's doing. */
export const memberJoined = (member: Member, person: Person, by: 'sign_up' | 'domain'): DomainEvent => ({
  action: 'member.added',
  about: { organizationId: member.organizationId },
  target: { type: 'member', id: member.userId, name: person.name },
  changes: [{ field: 'role', before: null, after: member.role }],
  metadata: { email: person.email, by },
  actor: actorOf(person),
});

/** The slug asked for, then `-2`, `-3`, …: the first that is not among the taken ones, within the bound of 63 characters. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = `${wanted.slice(0, 63 - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}
