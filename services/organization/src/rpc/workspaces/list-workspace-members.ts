import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveWorkspaceAccess } from '../../store/access.ts';
import { listWorkspaceMembers as list } from '../../store/assignments.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspaceMember } from '../present.ts';

export const listWorkspaceMembers =
  ({ db }: Dependencies): Method<typeof WorkspaceService.method.listWorkspaceMembers> =>
  async (path, context) => {
    const access = await resolveWorkspaceAccess(db, principalOf(context), path);
    demand(access, inWorkspace.see);
    return { members: (await list(db, access.workspace)).map(presentWorkspaceMember) };
  };
