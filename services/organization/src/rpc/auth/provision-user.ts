import type { Person } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf, onlyFor } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 as uuid } from 'uuid';
import { domainOf } from '../../domain/email-domain.ts';
import { memberJoined, organizationCreated } from '../../domain/organization.ts';
import type { ParkedSignUp } from '../../domain/sign-up.ts';
import { hasCapacity } from '../../store/bounds.ts';
import { insertMember, isOrWasMember } from '../../store/members.ts';
import { type LockedOrganization, lockOrganization } from '../../store/organization-lock.ts';
import { findByDomain, findFreeSlug, insertOrganization } from '../../store/organizations.ts';
import { savePerson } from '../../store/people.ts';
import { takeSignUp } from '../../store/sign-ups.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Runs at session creation, in the contract's order: a parked sign-up creates its organization, then a matching domain makes
 * the person a member. Idempotent: identity calls it again when a sign-in is retried.
 */
export const provisionUser =
  ({ transact, outbox }: Dependencies): Method<typeof OrganizationService.method.provisionUser> =>
  async ({ userId, email, name }, context) => {
    onlyFor(context, 'identity');
    const person: Person = { userId, email, name };
    await transact('provision user', async (tx) => {
      await savePerson(tx, person);
      const signUp = await takeSignUp(tx, email, new Date());
      const events = [
        ...(signUp === undefined ? [] : await createOrganization(tx, signUp, person)),
        ...(await joinByDomain(tx, person)),
      ];
      await outbox.record(tx, callOf(context), events);
    });
    return {};
  };

async function createOrganization(tx: Tx, signUp: ParkedSignUp, founder: Person): Promise<DomainEvent[]> {
  const domain = domainOf(signUp.email);
  // Terminates: each round inserts, finds the domain taken, or finds one more slug taken by a committed transaction.
  for (;;) {
    if ((await findByDomain(tx, domain)) !== null) return [];
    const slug = await findFreeSlug(tx, signUp.organizationSlug);
    const organization = { id: uuid(), slug, name: signUp.organizationName, domain, createdAt: new Date() };
    if (await insertOrganization(tx, organization)) {
      const locked = await lockOrganization(tx, organization.id);
      const joined = await join(tx, locked, founder, 'admin', 'sign_up');
      return [organizationCreated(organization, founder), ...joined];
    }
  }
}

/** Adds nobody who is or was a member, and nobody where the organization is full; the sign-in succeeds in either case. */
async function joinByDomain(tx: Tx, person: Person): Promise<DomainEvent[]> {
  const organization = await findByDomain(tx, domainOf(person.email));
  if (organization === null || (await isOrWasMember(tx, organization.id, person.userId))) return [];
  const locked = await lockOrganization(tx, organization.id);
  // Checks again: another transaction may have added or removed the person before this one got the lock.
  if (await isOrWasMember(tx, locked.id, person.userId)) return [];
  return (await hasCapacity(tx, locked, 'members')) ? join(tx, locked, person, 'member', 'domain') : [];
}

async function join(
  tx: Tx,
  organization: LockedOrganization,
  person: Person,
  role: Role,
  by: 'sign_up' | 'domain',
): Promise<DomainEvent[]> {
  const member = { id: uuid(), userId: person.userId, role, createdAt: new Date() };
  if (!(await insertMember(tx, organization, member))) return [];
  return [memberJoined({ ...member, organizationId: organization.id }, person, by)];
}
