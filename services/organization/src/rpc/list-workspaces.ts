import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess } from '../store/access.ts';
import { listWorkspaces as list } from '../store/workspaces.ts';
import type { Dependencies } from './dependencies.ts';
import { presentWorkspace } from './present.ts';

export const listWorkspaces =
  ({ db }: Dependencies): Method<typeof WorkspaceService.method.listWorkspaces> =>
  async (path, context) => {
    const { userId } = userOf(context);
    const { organization } = await resolveAccess(db, userId, path);
    return { workspaces: (await list(db, organization, userId)).map(presentWorkspace) };
  };
