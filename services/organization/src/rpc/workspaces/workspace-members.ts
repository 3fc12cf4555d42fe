import type { Principal } from '@patchbay/access/caller';
import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { forbidden, invalid, notFound } from '@patchbay/errors/failure';
import { callOf, principalOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { validate as isUuid, v7 as uuid } from 'uuid';
import {
  type Assignment,
  alreadyAssigned,
  assignmentChanged,
  type Workspace,
} from '../../domain/workspace.ts';
import { lockWorkspaceAccess, organizationTurn, resolveWorkspaceAccess } from '../../store/access.ts';
import {
  type Assignee,
  assignedMember,
  assignedRoles,
  deleteAssignment,
  findAssignee,
  insertAssignment,
  listWorkspaceMembers as list,
  saveAssignedRole,
} from '../../store/assignments.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { forgetUnseenWatches } from '../../store/watches.ts';
import { revokePersonalKeys } from '../api-keys/change-api-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf, roleOf } from '../input.ts';
import { presentWorkspaceMember } from '../present.ts';
import { readerOf } from '../reader.ts';

export const listWorkspaceMembers =
  (dependencies: Dependencies): Method<typeof WorkspaceService.method.listWorkspaceMembers> =>
  async (path, context) => {
    const { db } = dependencies;
    const access = await resolveWorkspaceAccess(db, readerOf(dependencies, context), path);
    demand(access, inWorkspace.see);
    return { members: (await list(db, access.workspace)).map(presentWorkspaceMember) };
  };

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
          throw invalid({ path: 'userId', message: 'must be a member of the organization' });
        }
        const { person } = assignee;
        const assignment = {
          id: uuid(),
          organizationId: organization.id,
          workspaceId: workspace.id,
          userId: person.userId,
          role,
          createdAt: tx.now(),
        };
        if (!(await insertAssignment(tx, organization, assignment))) throw alreadyAssigned(person.name);
        await outbox.record(tx, callOf(context), assignmentChanged(workspace, person, null, role));
        return { member: presentWorkspaceMember(assignedMember(assignee, assignment)) };
      },
    });
  };

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

/** Deletes an assignment. 404 for a person who only inherits access from the organization. */
export const removeWorkspaceMember =
  ({ db, transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.removeWorkspaceMember> =>
  async (request, context) => {
    const caller = principalOf(context);
    const turn = await organizationTurn(db, caller, request);
    await transact({ name: 'remove workspace member', turn }, async (tx) => {
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

/** True if a person removes their own assignment. Throws for a key that would remove its own creator, whatever its role. */
function isLeaving(caller: Principal, userId: string): boolean {
  if (caller.type === 'user') return caller.userId === userId;
  if (caller.creator.userId === userId) {
    throw forbidden('An API key cannot remove its own creator. Leave the workspace with a session.');
  }
  return false;
}

/**
 * Deletes the assignment, revokes the person's keys of this workspace, and forgets what they watch and no longer see, in one transaction. A guest who loses the last
 * assignment stays a member but has access to nothing, so all their personal keys are revoked.
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
  await forgetUnseenWatches(tx, organization, userId);
  const keepsAccess =
    role !== 'guest' || Object.keys(await assignedRoles(tx, organization.id, userId)).length > 0;
  const keysWorkspaceId = keepsAccess ? workspace.id : null;
  return [
    ...assignmentChanged(workspace, person, assignment.role, null),
    ...(await revokePersonalKeys(tx, organization, userId, keysWorkspaceId, 'workspace_member_removed')),
  ];
}
