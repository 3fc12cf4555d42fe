import { demand, inOrganization } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { memberRemoved } from '../../domain/member.ts';
import { type Workspace, workspaceDeleted } from '../../domain/workspace.ts';
import { lockWorkspaceAccess, organizationTurn } from '../../store/access.ts';
import { findCreators, organizationKeysOf } from '../../store/api-keys.ts';
import { deleteMembers, type GuestOfOne, listGuestsOfAlone } from '../../store/members.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { deleteWorkspace as deleteRows } from '../../store/workspaces.ts';
import { revokePersonalKeys } from '../api-keys/change-api-keys.ts';
import type { Dependencies } from '../dependencies.ts';

/** Ends the membership of guests who had access to this workspace alone, and revokes their personal keys. */
async function removeGuests(
  tx: Tx,
  organization: LockedOrganization,
  { slug }: Workspace,
  guests: readonly GuestOfOne[],
  now: Date,
): Promise<DomainEvent[]> {
  const userIds = guests.map(({ userId }) => userId);
  const creators = await findCreators(tx, organization, userIds);
  await deleteMembers(tx, organization, userIds);
  const events: DomainEvent[] = [];
  for (const { assigned, ...guest } of guests) {
    const { userId } = guest;
    const hasKeys = creators.has(userId);
    const organizationKeys = hasKeys ? await organizationKeysOf(tx, organization, userId, now) : [];
    const belongings = { assignments: { [slug]: assigned }, organizationKeys, liveConnectLinks: undefined };
    events.push(memberRemoved(guest, belongings, 'workspace_deleted'));
    if (hasKeys) events.push(...(await revokePersonalKeys(tx, organization, userId, null, 'member_removed')));
  }
  return events;
}

/** One entry counts what goes with the workspace: its keys and invitations have none of their own. */
export const deleteWorkspace =
  ({ db, transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.deleteWorkspace> =>
  async ({ destroyed, ...path }, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, path);
    return transact({ name: 'delete workspace', turn }, async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, path);
      demand(access, inOrganization.deleteWorkspaces);
      const { organization, workspace } = access;
      const now = tx.now();
      const guests = await listGuestsOfAlone(tx, organization, workspace.id);
      const deleted = await deleteRows(tx, organization, workspace, now);
      const event = workspaceDeleted(workspace, {
        integrations: destroyed?.integrations ?? null,
        grants: destroyed?.grants ?? null,
        connectLinks: destroyed?.connectLinks ?? null,
        ...deleted,
      });
      const removed = await removeGuests(tx, organization, workspace, guests, now);
      await outbox.record(tx, callOf(context), [event, ...removed]);
      return { workspaceId: workspace.id };
    });
  };
