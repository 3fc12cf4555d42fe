import { roleToProto } from '@patchbay/access/proto';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { newWorkspace, renameWorkspace, slugTaken } from '../../domain/workspace.ts';
import {
  lockAccess,
  lockWorkspaceAccess,
  organizationTurn,
  resolveAccess,
  resolveWorkspaceAccess,
} from '../../store/access.ts';
import { refuseWhenFull } from '../../store/bounds.ts';
import { accessOrNotFound, readKey, workspaceOfKey } from '../../store/key-access.ts';
import { insertWorkspace, listWorkspaces as list, saveWorkspaceName } from '../../store/workspaces.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspace } from '../present.ts';
import { readerOf } from '../reader.ts';

export const listWorkspaces =
  (dependencies: Dependencies): Method<typeof WorkspaceService.method.listWorkspaces> =>
  async (path, context) => {
    const { db } = dependencies;
    const reader = readerOf(dependencies, context);
    if (reader.type === 'user') {
      const access = await resolveAccess(db, reader, path);
      demand(access, inOrganization.see);
      const workspaces = await list(db, access.organization, reader.userId, reader.userId);
      return { workspaces: workspaces.map(presentWorkspace) };
    }
    const key = await readKey(db, reader, path);
    if (key.level === 'workspace') return { workspaces: [presentWorkspace(workspaceOfKey(key, path))] };
    const access = accessOrNotFound(key, path);
    demand(access, inOrganization.see);
    // An organization-level key has only its own role.
    const assigneeId = key.level === 'user' ? key.creatorUserId : null;
    const workspaces = await list(db, access.organization, assigneeId, null);
    return { workspaces: workspaces.map(presentWorkspace) };
  };

export const getWorkspace =
  (dependencies: Dependencies): Method<typeof WorkspaceService.method.getWorkspace> =>
  async (path, context) => {
    const access = await resolveWorkspaceAccess(dependencies.db, readerOf(dependencies, context), path);
    demand(access, inWorkspace.see);
    return {
      workspace: presentWorkspace(access.workspace),
      organizationRole: roleToProto(access.organization.role),
    };
  };

export const createWorkspace =
  ({ db, createOnce, outbox }: Dependencies): Method<typeof WorkspaceService.method.createWorkspace> =>
  async ({ organizationSlug, slug, name }, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, { organizationSlug });
    return createOnce({ name: 'create workspace', turn }, context, {
      async authorize(tx) {
        const access = await lockAccess(tx, caller, { organizationSlug });
        demand(access, inOrganization.createWorkspaces);
        return access;
      },
      async create(tx, { organization }) {
        const asked = { id: uuid(), organizationId: organization.id, slug, name };
        const { workspace, events } = newWorkspace(asked, tx.now());
        await refuseWhenFull(tx, organization, 'workspaces');
        if (!(await insertWorkspace(tx, organization, workspace))) throw slugTaken(slug);
        await outbox.record(tx, callOf(context), events);
        return { workspace: presentWorkspace({ ...workspace, role: 'admin', watched: false }) };
      },
    });
  };

export const updateWorkspace =
  ({ db, transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.updateWorkspace> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'update workspace', turn }, async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, request);
      demand(access, inWorkspace.rename);
      const { workspace, events } = renameWorkspace(access.workspace, request.name, tx.now());
      if (events.length > 0) {
        await saveWorkspaceName(tx, access.organization, workspace);
        await outbox.record(tx, callOf(context), events);
      }
      return { workspace: presentWorkspace(workspace) };
    });
  };
