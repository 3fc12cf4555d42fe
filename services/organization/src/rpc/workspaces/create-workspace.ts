import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { demand, inOrganization } from '../../domain/access.ts';
import { refuseWhenFull } from '../../domain/bounds.ts';
import { newWorkspace, slugTaken } from '../../domain/workspace.ts';
import { lockAccess } from '../../store/access.ts';
import { countWorkspaces, insertWorkspace } from '../../store/workspaces.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspace } from '../present.ts';

export const createWorkspace =
  ({ transact, outbox }: Dependencies): Method<typeof WorkspaceService.method.createWorkspace> =>
  async ({ organizationSlug, slug, name }, context) => {
    const caller = userOf(context);
    return transact('create workspace', async (tx) => {
      const { organization } = await lockAccess(tx, caller, { organizationSlug });
      demand(organization.role, inOrganization.createWorkspaces);
      const asked = { id: uuid(), organizationId: organization.id, slug, name };
      const { workspace, events } = newWorkspace(asked, new Date());
      refuseWhenFull('workspaces', await countWorkspaces(tx, organization.id));
      if (!(await insertWorkspace(tx, workspace))) throw slugTaken(slug);
      await outbox.record(tx, callOf(context), events);
      return { workspace: presentWorkspace({ ...workspace, role: 'admin' }) };
    });
  };
