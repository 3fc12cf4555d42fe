import type { Principal } from '@patchbay/access/caller';
import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { forbidden, notFound } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type Assignment, assignmentChanged, type Workspace } from '../../domain/workspace.ts';
import { lockWorkspaceAccess } from '../../store/access.ts';
import { type Assignee, assignedRoles, deleteAssignment, findAssignee } from '../../store/assignments.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { revokePersonalKeys } from '../api-keys/revoke-personal-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../read.ts';

/** Ends an assignment. Access that is inherited from the organization has none, and is not found here. */
export const removeWorkspaceMember =
  ({ transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.removeWorkspaceMember> =>
  async (request, context) => {
    const caller = principalOf(context);
    await transact('remove workspace member', async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, request);
      const userId = idOf(request.userId);
      demand(access, inWorkspace.removeMember, isLeaving(caller, userId));
      const { organization, workspace } = access;
      const assignee = await findAssignee(tx, workspace, userId);
      if (assignee?.assignment === undefined) throw notFound('no such assignment');
      const events = await endAssignment(tx, organization, workspace, assignee, assignee.assignment);
      await outbox.record(tx, callOf(context), events);
    });
    return {};
  };

/** A person may leave. A key does not do that for its creator, whatever its role. */
function isLeaving(caller: Principal, userId: string): boolean {
  if (caller.type === 'user') return caller.userId === userId;
  if (caller.creator.userId === userId) {
    throw forbidden('An API key cannot remove its own creator: leave with a session.');
  }
  return false;
}

/**
 * Everything that ends with an assignment ends here, in the same transaction. A guest stays one of the organization, but
 * without any assignment has nothing left that a key of theirs could be for.
 */
async function endAssignment(
  tx: Tx,
  organization: LockedOrganization,
  workspace: Workspace,
  { person, role }: Assignee,
  assignment: Assignment,
): Promise<DomainEvent[]> {
  const { userId } = person;
  await deleteAssignment(tx, organization, assignment);
  const keepsAccess =
    role !== 'guest' || Object.keys(await assignedRoles(tx, organization.id, userId)).length > 0;
  const keysWorkspaceId = keepsAccess ? workspace.id : null;
  return [
    ...assignmentChanged(workspace, person, assignment.role, null),
    ...(await revokePersonalKeys(tx, organization, userId, keysWorkspaceId, 'workspace_member_removed')),
  ];
}
