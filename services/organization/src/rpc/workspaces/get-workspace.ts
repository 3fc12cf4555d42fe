import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveWorkspaceAccess } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspace } from '../present.ts';

export const getWorkspace =
  ({ db }: Dependencies): Method<typeof WorkspaceService.method.getWorkspace> =>
  async (path, context) => {
    const access = await resolveWorkspaceAccess(db, principalOf(context), path);
    demand(access, inWorkspace.see);
    return { workspace: presentWorkspace(access.workspace) };
  };
