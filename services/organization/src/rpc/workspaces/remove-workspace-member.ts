import type { Principal } from '@patchbay/access/caller';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { forbidden, notFound } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { demand, inWorkspace } from '../../domain/access.ts';
import { type Assignment, assignmentChanged, type Workspace } from '../../domain/workspace.ts';
import { lockWorkspaceAccess } from '../../store/access.ts';
import { type Assignee, assignedRoles, deleteAssignment, findAssignee } from '../../store/assignments.ts';
import type { Tx } from '../../store/transaction.ts';
import { revokePersonalKeys } from '../api-keys/revoke-personal-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../read.ts';

/** Whoever is assigned may leave; removing others is for admins. Inherited access cannot be removed: there is nothing to. */
export const removeWorkspaceMember =
  ({ transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.removeWorkspaceMember> =>
  async (request, context) => {
    const caller = principalOf(context);
    await transact('remove workspace member', async (tx) => {
      const { workspace } = await lockWorkspaceAccess(tx, caller, request);
      const userId = idOf(request.userId);
      if (!isLeaving(caller, userId)) demand(workspace.role, inWorkspace.removeOthers);
      const assignee = await findAssignee(tx, workspace, userId);
      if (assignee?.assignment === undefined) throw notFound('no such assignment');
      const events = await endAssignment(tx, workspace, assignee, assignee.assignment);
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
  workspace: Workspace,
  { person, role }: Assignee,
  assignment: Assignment,
): Promise<DomainEvent[]> {
  const { organizationId, userId } = assignment;
  await deleteAssignment(tx, assignment);
  const sees = role !== 'guest' || Object.keys(await assignedRoles(tx, organizationId, userId)).length > 0;
  const keysOf = sees ? workspace.id : null;
  return [
    ...assignmentChanged(workspace, person, assignment.role, null),
    ...(await revokePersonalKeys(tx, assignment, keysOf, 'workspace_member_removed')),
  ];
}
