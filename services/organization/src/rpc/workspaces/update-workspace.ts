import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { renameWorkspace } from '../../domain/workspace.ts';
import { lockWorkspaceAccess, organizationTurn } from '../../store/access.ts';
import { saveWorkspaceName } from '../../store/workspaces.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspace } from '../present.ts';

export const updateWorkspace =
  ({ db, transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.updateWorkspace> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'update workspace', turn }, async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, request);
      demand(access, inWorkspace.rename);
      const { workspace, events } = renameWorkspace(access.workspace, request.name, new Date());
      if (events.length > 0) {
        await saveWorkspaceName(tx, access.organization, workspace);
        await outbox.record(tx, callOf(context), events);
      }
      return { workspace: presentWorkspace(workspace) };
    });
  };
