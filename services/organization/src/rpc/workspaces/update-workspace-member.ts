import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { assignmentChanged } from '../../domain/workspace.ts';
import { lockWorkspaceAccess, organizationTurn } from '../../store/access.ts';
import { assignedMember, findAssignee, saveAssignedRole } from '../../store/assignments.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf, roleOf } from '../input.ts';
import { presentWorkspaceMember } from '../present.ts';

export const updateWorkspaceMember =
  ({ db, transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.updateWorkspaceMember> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'update workspace member', turn }, async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, request);
      demand(access, inWorkspace.assign);
      const { organization, workspace } = access;
      const role = roleOf(request.role);
      const assignee = await findAssignee(tx, workspace, idOf(request.userId));
      if (assignee?.assignment === undefined) throw notFound('no such assignment');
      const { person, assignment } = assignee;
      const events = assignmentChanged(workspace, person, assignment.role, role);
      if (events.length > 0) {
        await saveAssignedRole(tx, organization, { ...assignment, role });
        await outbox.record(tx, callOf(context), events);
      }
      return { member: presentWorkspaceMember(assignedMember(assignee, { ...assignment, role })) };
    });
  };
