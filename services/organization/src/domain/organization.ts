import type { Person } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import { invalid } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { signUpRules } from '@patchbay/text/rules';
import { maxSlugLength } from '@patchbay/text/slug';
import { readTexts } from '@patchbay/text/text-rule';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import throwAwayDomains from 'disposable-email-domains/index.json' with { type: 'json' };
import mailboxDomains from 'email-providers/all.json' with { type: 'json' };
import { nameOf } from './name.ts';

/** What people become who join by the domain of an organization. */
export type DomainRole = 'member' | 'viewer';

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly domain: string | null;
  /** Null: nobody joins by the domain. */
  readonly domainRole: DomainRole | null;
  readonly createdAt: Date;
  /** Only sessions that a passkey opened may do something in it. */
  readonly requiresPasskey: boolean;
  /** When it is deleted; null: it is not closed. */
  readonly deletesAt: Date | null;
  /** Why an operator has suspended it; null: it is not suspended. */
  readonly suspendedReason: string | null;
}

export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: Date;
}

/** The person as the actor of the event: during sign-in the call has no user caller to take it from. */
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

/** A field that is undefined stays as it is. There is no event if nothing changes. */
export function changeOrganization<O extends Organization>(
  organization: O,
  asked: {
    readonly name?: string | undefined;
    readonly domainRole?: DomainRole | null | undefined;
    readonly requiresPasskey?: boolean | undefined;
  },
): { organization: O; events: DomainEvent[] } {
  const name = asked.name === undefined ? organization.name : nameOf(asked.name);
  const domainRole = asked.domainRole === undefined ? organization.domainRole : asked.domainRole;
  const { requiresPasskey = organization.requiresPasskey } = asked;
  const changes = [
    { field: 'name', before: organization.name, after: name },
    { field: 'domainRole', before: organization.domainRole, after: domainRole },
    { field: 'requiresPasskey', before: organization.requiresPasskey, after: requiresPasskey },
  ].filter(({ before, after }) => before !== after);
  if (changes.length === 0) return { organization, events: [] };
  return {
    organization: { ...organization, name, domainRole, requiresPasskey },
    events: [
      {
        action: 'organization.updated',
        about: { organizationId: organization.id },
        target: { type: 'organization', id: organization.id, name },
        changes,
      },
    ],
  };
}

/** `by`: how the person became a member. The actor is always the person: nobody can add another person. */
export const memberJoined = (
  member: Pick<Member, 'organizationId' | 'userId' | 'role'>,
  person: Person,
  by: 'sign_up' | 'domain' | 'invitation',
): DomainEvent => ({
  action: 'member.added',
  about: { organizationId: member.organizationId },
  target: { type: 'member', id: member.userId, name: person.name },
  changes: [{ field: 'role', before: null, after: member.role }],
  metadata: { email: person.email, by },
  actor: actorOf(person),
});

/** Number 1 is the wanted slug itself; the others get `-2`, `-3`, …, and the wanted slug is cut to leave room for that. */
const numberedSlug = (wanted: string, number: number): string => {
  const suffix = number === 1 ? '' : `-${number}`;
  return `${wanted.slice(0, maxSlugLength - suffix.length)}${suffix}`;
};

/** The candidates numbered `first` to `first + count - 1`, in the order in which they are tried. */
export const slugCandidates = (wanted: string, first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => numberedSlug(wanted, first + index));

/** From two maintained lists: public mailbox providers, and providers of disposable addresses. */
const publicDomains = new Set<string>([...mailboxDomains, ...throwAwayDomains]);

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * The domain by which the address can join an organization. Null for `name+tag@domain`: whoever has a mailbox has any number of
 * such addresses, and would be any number of people.
 */
export const joiningDomainOf = (email: string): string | null =>
  email.includes('+') ? null : domainOf(email);

/** The domain of the organization that a sign-up creates. Refuses public mailbox domains: anybody can get an address. */
export function workDomainOf(email: string): string {
  const domain = domainOf(email);
  if (publicDomains.has(domain)) {
    throw invalid({
      path: 'email',
      message: 'must be a work address: public mailbox domains cannot own an organization',
    });
  }
  return domain;
}

export interface ParkedSignUp {
  /** A newer sign-up of the same address has a higher id. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly expiresAt: Date;
}

/** The time in which whoever made it must sign in. */
const parkedMs = lifetimes.signUpHours * 60 * 60 * 1000;

/** Throws a failure that names every malformed field. */
export const park = (texts: Omit<ParkedSignUp, 'id' | 'expiresAt'>, now: Date): Omit<ParkedSignUp, 'id'> => ({
  ...readTexts(signUpRules, texts),
  expiresAt: new Date(now.getTime() + parkedMs),
});
