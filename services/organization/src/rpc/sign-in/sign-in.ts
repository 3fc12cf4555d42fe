import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { conflict } from '@patchbay/errors/failure';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 as uuid, validate } from 'uuid';
import {
  type DomainRole,
  domainOf,
  memberJoined,
  type Organization,
  organizationCreated,
  type ParkedSignUp,
  park,
  workDomainOf,
} from '../../domain/organization.ts';
import { hasCapacity } from '../../store/bounds.ts';
import { insertMember } from '../../store/members.ts';
import { findMemberSince } from '../../store/membership-periods.ts';
import {
  type LockedOrganization,
  lockKnownOrganization,
  lockOrganization,
  turnOfOrganization,
} from '../../store/organization-lock.ts';
import {
  findByDomain,
  findFreeSlug,
  findJoinable,
  findTaken,
  insertOrganization,
} from '../../store/organizations.ts';
import { savePerson } from '../../store/people.ts';
import { findAdmission, saveSignUp, takeSignUp } from '../../store/sign-ups.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Does not reserve the slug or the domain: the checks here only give an early error, and the unique constraints decide when
 * the organization is created. Records no event, because no organization has changed yet.
 */
export const parkSignUp =
  ({ db, transact }: Dependencies): Method<typeof OrganizationService.method.parkSignUp> =>
  async (request) => {
    const signUp = park(request, db.now());
    const { email, organizationSlug } = signUp;
    const domain = workDomainOf(email);
    const taken = await findTaken(db, organizationSlug, domain);
    if (taken.domain) {
      // True whether or not the domain lets the address join, which strangers do not learn.
      throw conflict(
        `There is already an organization for ${domain}. Request a sign-in link; if none comes, ask one of its admins to invite you.`,
      );
    }
    if (taken.slug) throw conflict(`The slug ${organizationSlug} is taken. Choose another one.`);
    const turn = { of: 'sign-up', key: signUp.email };
    return { signUpId: await transact({ name: 'park sign-up', turn }, (tx) => saveSignUp(tx, signUp)) };
  };

export const admitAddress =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.admitAddress> =>
  async ({ email }) => {
    const { admitted, signUpId, name, organizationName } = await findAdmission(db, email);
    return {
      admitted,
      signUpId: signUpId ?? '',
      name: name ?? '',
      organizationName: organizationName ?? '',
    };
  };

/**
 * Runs at session creation, in the contract's order: the sign-up that the session comes from creates its organization, else a
 * matching domain adds the person. A parked sign-up that the session does not come from is not read: anybody can sign
 * up in the name of an address. Idempotent: identity calls it again when a sign-in is retried.
 *
 * The person's row is written after the organization is locked: changes of a membership lock the organization first and then
 * the person, so that none can deadlock with another.
 */
export const provisionUser =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.provisionUser> =>
  async ({ userId, email, name, version, signUpId, addressUnproven }, context) => {
    const person: Person = { userId, email, name };
    const toJoin = addressUnproven ? undefined : await findJoinable(db, person);
    const turn = toJoin ? turnOfOrganization(toJoin) : { of: 'person', key: userId };
    const memberSince = await transact({ name: 'provision user', turn }, async (tx) => {
      const signUp = validate(signUpId) ? await takeSignUp(tx, { id: signUpId, email }, tx.now()) : undefined;
      const founded = signUp && (await createOrganization(tx, signUp));
      const joinable = founded || addressUnproven ? undefined : await lockOrganizationToJoin(tx, person);
      await savePerson(tx, { ...person, version });
      const events = [];
      if (founded) {
        const joined = await join(tx, founded.locked, person, 'admin', 'sign_up');
        events.push(organizationCreated(founded.organization, person), ...joined);
      }
      if (joinable) events.push(...(await join(tx, joinable.locked, person, joinable.domainRole, 'domain')));
      await outbox.record(tx, callOf(context), events);
      return findMemberSince(tx, userId);
    });
    return memberSince === null ? {} : { memberSince: timestampFromDate(memberSince) };
  };

interface Founded {
  readonly organization: Organization;
  readonly locked: LockedOrganization;
}

/** Undefined, and nothing is inserted, where another organization has the domain. */
async function createOrganization(tx: Tx, signUp: ParkedSignUp): Promise<Founded | undefined> {
  const domain = domainOf(signUp.email);
  // Terminates: each round inserts, finds the domain taken, or finds one more slug taken by a committed transaction.
  for (;;) {
    if (await findByDomain(tx, domain)) return undefined;
    const slug = await findFreeSlug(tx, signUp.organizationSlug);
    const organization: Organization = {
      id: uuid(),
      slug,
      name: signUp.organizationName,
      domain,
      domainRole: 'member',
      createdAt: tx.now(),
      requiresPasskey: false,
      deletesAt: null,
      suspendedReason: null,
    };
    if (await insertOrganization(tx, organization)) {
      return { organization, locked: await lockOrganization(tx, organization.id) };
    }
  }
}

/**
 * The organization that the person's domain adds them to. Undefined where it does not let them join, and where it is full: the
 * sign-in succeeds in either case.
 */
async function lockOrganizationToJoin(
  tx: Tx,
  person: Person,
): Promise<{ locked: LockedOrganization; domainRole: DomainRole } | undefined> {
  const organization = await findJoinable(tx, person);
  if (organization === undefined) return undefined;
  const locked = await lockKnownOrganization(tx, organization.id);
  // Reads again: another transaction may have changed members or the domain's role, or closed it, before this one got the lock.
  const joinable = await findJoinable(tx, person);
  if (locked === undefined || joinable === undefined || !(await hasCapacity(tx, locked, 'members')))
    return undefined;
  return { locked, domainRole: joinable.domainRole };
}

async function join(
  tx: Tx,
  organization: LockedOrganization,
  person: Person,
  role: Role,
  by: 'sign_up' | 'domain',
): Promise<DomainEvent[]> {
  const member = { id: uuid(), userId: person.userId, role, createdAt: tx.now() };
  if (!(await insertMember(tx, organization, member))) return [];
  return [memberJoined({ ...member, organizationId: organization.id }, person, by)];
}
