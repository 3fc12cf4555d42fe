import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { invalid } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { validate as isUuid, v7 as uuid } from 'uuid';
import { alreadyAssigned, assignmentChanged } from '../../domain/workspace.ts';
import { lockWorkspaceAccess, organizationTurn } from '../../store/access.ts';
import { assignedMember, findAssignee, insertAssignment } from '../../store/assignments.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleOf } from '../input.ts';
import { presentWorkspaceMember } from '../present.ts';

export const addWorkspaceMember =
  ({ db, createOnce, outbox }: Dependencies): Method<typeof WorkspaceService.method.addWorkspaceMember> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    return createOnce({ name: 'add workspace member', turn }, context, {
      async authorize(tx) {
        const access = await lockWorkspaceAccess(tx, caller, request);
        demand(access, inWorkspace.assign);
        return access;
      },
      async create(tx, { organization, workspace }) {
        const role = roleOf(request.role);
        const assignee = isUuid(request.userId)
          ? await findAssignee(tx, workspace, request.userId)
          : undefined;
        if (assignee === undefined) {
          throw invalid({ path: 'userId', message: 'must be somebody of the organization' });
        }
        const { person } = assignee;
        const assignment = {
          id: uuid(),
          organizationId: organization.id,
          workspaceId: workspace.id,
          userId: person.userId,
          role,
          createdAt: new Date(),
        };
        if (!(await insertAssignment(tx, organization, assignment))) throw alreadyAssigned(person.name);
        await outbox.record(tx, callOf(context), assignmentChanged(workspace, person, null, role));
        return { member: presentWorkspaceMember(assignedMember(assignee, assignment)) };
      },
    });
  };
