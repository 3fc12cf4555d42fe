import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveWorkspaceAccess } from '../../store/access.ts';
import { listWorkspaceMembers as list } from '../../store/assignments.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspaceMember } from '../present.ts';

/** For everyone who sees the workspace. */
export const listWorkspaceMembers =
  ({ db }: Dependencies): Method<typeof WorkspaceService.method.listWorkspaceMembers> =>
  async (path, context) => {
    const { workspace } = await resolveWorkspaceAccess(db, principalOf(context), path);
    return { members: (await list(db, workspace)).map(presentWorkspaceMember) };
  };
