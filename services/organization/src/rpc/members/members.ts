import type { WorkspaceRole } from '@patchbay/access/role';
import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { NamedMember } from '../../domain/member.ts';
import * as domain from '../../domain/member.ts';
import { lockAccess, organizationTurn, resolveAccess } from '../../store/access.ts';
import type { LockedAccess } from '../../store/access-row.ts';
import { organizationKeysOf } from '../../store/api-keys.ts';
import { assignedRoles, findReadableWorkspaces } from '../../store/assignments.ts';
import {
  countAdmins,
  deleteMember,
  findMember,
  listMembers as list,
  listPasskeyAdmins as listAdmins,
  saveRole,
} from '../../store/members.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { revokePersonalKeys } from '../api-keys/change-api-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf, roleOf } from '../input.ts';
import { presentMember } from '../present.ts';
import { readerOf } from '../reader.ts';

/**
 * Every demotion, removal and leaving of a member goes through this function, which refuses to take the last admin of an
 * organization. `liveConnectLinks`: how many a removed person could read; undefined: not known.
 */
export async function changeMembership(
  tx: Tx,
  { organization }: LockedAccess,
  userId: string,
  to: WorkspaceRole | 'removed',
  liveConnectLinks?: number,
): Promise<{ member: NamedMember; events: DomainEvent[] }> {
  const member = await findMember(tx, organization.id, userId);
  if (member === undefined) throw notFound('no such member');
  const admins = await countAdmins(tx, organization);
  if (to === 'removed')
    return { member, events: await endMembership(tx, organization, member, admins, liveConnectLinks) };
  const changed = domain.changeRole(member, to, admins);
  if (changed.events.length > 0) await saveRole(tx, organization, changed.member);
  return changed;
}

/** Deletes the member and their assignments, which ends the membership period, and revokes the personal keys, in one transaction. */
async function endMembership(
  tx: Tx,
  organization: LockedOrganization,
  member: NamedMember,
  admins: number,
  liveConnectLinks: number | undefined,
): Promise<DomainEvent[]> {
  const { userId } = member;
  const assignments = await assignedRoles(tx, organization.id, userId);
  const organizationKeys = await organizationKeysOf(tx, organization, userId, tx.now());
  const events = domain.removeMember(member, { assignments, organizationKeys, liveConnectLinks }, admins);
  await deleteMember(tx, organization, member);
  return [...events, ...(await revokePersonalKeys(tx, organization, userId, null, 'member_removed'))];
}

export const listMembers =
  (dependencies: Dependencies): Method<typeof OrganizationService.method.listMembers> =>
  async (path, context) => {
    const { db } = dependencies;
    const access = await resolveAccess(db, readerOf(dependencies, context), path);
    demand(access, inOrganization.seeMembers);
    return { members: (await list(db, access.organization.id)).map(presentMember) };
  };

export const updateMember =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.updateMember> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'update member', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      demand(access, inOrganization.changeRoles);
      const { member, events } = await changeMembership(
        tx,
        access,
        idOf(request.userId),
        roleOf(request.role),
      );
      await outbox.record(tx, callOf(context), events);
      return { member: presentMember(member) };
    });
  };

/** For a caller who may remove the person: others do not learn what they read. */
export const listReadableWorkspaces =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listReadableWorkspaces> =>
  async (request, context) => {
    const caller = userOf(context);
    const userId = idOf(request.userId);
    const { organization } = await resolveAccess(db, caller, request);
    demand({ organization }, inOrganization.removeMember, userId === caller.userId);
    const readable = await findReadableWorkspaces(db, organization.id, userId);
    if (readable === undefined) throw notFound('no such member');
    return {
      organizationId: organization.id,
      ...(readable === 'all' ? { all: true } : { workspaceIds: readable }),
    };
  };

export const removeMember =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.removeMember> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    await transact({ name: 'remove member', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const userId = idOf(request.userId);
      demand(access, inOrganization.removeMember, userId === caller.userId);
      const { events } = await changeMembership(tx, access, userId, 'removed', request.liveConnectLinks);
      await outbox.record(tx, callOf(context), events);
    });
    return {};
  };

export const listPasskeyAdmins =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.listPasskeyAdmins> =>
  async ({ userId }) => ({ organizations: await listAdmins(db, idOf(userId)) });
