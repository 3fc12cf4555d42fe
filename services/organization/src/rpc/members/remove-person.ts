import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { unavailable } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { lastAdminOf, memberRemoved } from '../../domain/member.ts';
import { organizationKeysOf } from '../../store/api-keys.ts';
import { assignedRoles } from '../../store/assignments.ts';
import { countAdmins, deleteMember, findMember } from '../../store/members.ts';
import { type LockedOrganization, lockKnownOrganization } from '../../store/organization-lock.ts';
import { findToRemove, forgetPerson, lockPerson } from '../../store/people.ts';
import {
  listOwnOrganizations,
  type OwnOrganization,
  readMembershipClock,
} from '../../store/person-organizations.ts';
import type { Tx } from '../../store/transaction.ts';
import { revokePersonalKeys } from '../api-keys/change-api-keys.ts';
import type { Dependencies } from '../dependencies.ts';

/** Ends a membership as `removeMember` does. The last admin of an organization that is not closed is refused. */
async function endMembership(
  tx: Tx,
  locked: LockedOrganization,
  organization: OwnOrganization,
  userId: string,
): Promise<DomainEvent[]> {
  const member = await findMember(tx, locked.id, userId);
  if (member === undefined) return [];
  if (organization.deletesAt === null && member.role === 'admin' && (await countAdmins(tx, locked)) === 1)
    throw lastAdminOf(organization);
  const assignments = await assignedRoles(tx, locked.id, userId);
  const organizationKeys = await organizationKeysOf(tx, locked, userId, tx.now());
  const belongings = { assignments, organizationKeys, liveConnectLinks: undefined };
  await deleteMember(tx, locked, member);
  return [
    memberRemoved(member, belongings, 'account_deleted'),
    ...(await revokePersonalKeys(tx, locked, userId, null, 'member_removed')),
  ];
}

/**
 * One transaction ends every membership of the caller and forgets them, or changes nothing. Organizations are locked in the order of
 * their ids, the person after them. From then on nobody can add the person to another organization.
 */
export const removePerson =
  ({ transact, outbox }: Dependencies): Method<typeof OrganizationService.method.removePerson> =>
  async (_request, context) => {
    const { userId } = userOf(context);
    const turn = { of: 'person', key: userId };
    const memberUntil = await transact({ name: 'remove person', turn }, async (tx) => {
      const locks = new Map<string, LockedOrganization>();
      for (const { id } of await listOwnOrganizations(tx, userId)) {
        const locked = await lockKnownOrganization(tx, id);
        if (locked !== undefined) locks.set(id, locked);
      }
      await lockPerson(tx, userId);
      const person = await findToRemove(tx, userId);
      if (person === undefined || person.removedAt !== null) return person?.removedAt;
      const removedAt = await readMembershipClock(tx);
      const events: DomainEvent[] = [];
      // Reads again: others may have changed roles and memberships before this transaction got the locks.
      for (const organization of await listOwnOrganizations(tx, userId)) {
        const locked = locks.get(organization.id);
        if (locked === undefined) throw unavailable('the person has joined an organization meanwhile');
        events.push(...(await endMembership(tx, locked, organization, userId)));
      }
      await forgetPerson(tx, userId, person.email, removedAt);
      await outbox.record(tx, callOf(context), events);
      return removedAt;
    });
    return memberUntil ? { memberUntil: timestampFromDate(memberUntil) } : {};
  };
