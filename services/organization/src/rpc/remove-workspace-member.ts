import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { runTransaction } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/events/domain-event';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { demand, inWorkspace } from '../domain/access.ts';
import type { Person } from '../domain/organization.ts';
import { type Assignment, assignmentChanged, type Workspace } from '../domain/workspace.ts';
import { lockWorkspaceAccess } from '../store/access.ts';
import { deleteAssignment, findAssignee } from '../store/assignments.ts';
import type { Tx } from '../store/transaction.ts';
import type { Dependencies } from './dependencies.ts';
import { idOf } from './read.ts';

/** Whoever is assigned may leave; removing others is for admins. Inherited access cannot be removed: there is nothing to. */
export const removeWorkspaceMember =
  ({ prisma, outbox }: Dependencies): Method<typeof WorkspaceService.method.removeWorkspaceMember> =>
  async (request, context) => {
    const caller = userOf(context);
    await runTransaction(
      prisma,
      async (tx) => {
        const { workspace } = await lockWorkspaceAccess(tx, caller.userId, request);
        const userId = idOf(request.userId);
        if (userId !== caller.userId) demand(workspace.role, inWorkspace.removeOthers);
        const assignee = await findAssignee(tx, workspace, userId);
        if (assignee?.assignment === undefined) throw notFound('no such assignment');
        const events = await endAssignment(tx, workspace, assignee.person, assignee.assignment);
        await outbox.record(tx, callOf(context), events);
      },
      { name: 'remove workspace member' },
    );
    return {};
  };

/** Everything that ends with an assignment ends here, in the same transaction. A guest stays one of the organization. */
async function endAssignment(
  tx: Tx,
  workspace: Workspace,
  person: Person,
  assignment: Assignment,
): Promise<DomainEvent[]> {
  await deleteAssignment(tx, assignment);
  return assignmentChanged(workspace, person, assignment.role, null);
}
