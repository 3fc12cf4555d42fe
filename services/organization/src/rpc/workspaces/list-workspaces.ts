import { type Principal, personOf } from '@patchbay/access/caller';
import { demand, inOrganization } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess } from '../../store/access.ts';
import { workspaceOfKey } from '../../store/key-access.ts';
import { listWorkspaces as list } from '../../store/workspaces.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspace } from '../present.ts';

export const listWorkspaces =
  ({ db }: Dependencies): Method<typeof WorkspaceService.method.listWorkspaces> =>
  async (path, context) => {
    const caller = principalOf(context);
    if (caller.type === 'api_key' && caller.level === 'workspace') {
      return { workspaces: [presentWorkspace(await workspaceOfKey(db, caller, path))] };
    }
    const access = await resolveAccess(db, caller, path);
    demand(access, inOrganization.see);
    return { workspaces: (await list(db, access.organization, assigneeOf(caller))).map(presentWorkspace) };
  };

/** The user whose assignments count for the caller; null for an organization-level key, which has only its own role. */
const assigneeOf = (caller: Principal): string | null =>
  caller.type === 'api_key' && caller.level !== 'user' ? null : personOf(caller).userId;
