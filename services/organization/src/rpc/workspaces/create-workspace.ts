import { demand, inOrganization } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { newWorkspace, slugTaken } from '../../domain/workspace.ts';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import { refuseWhenFull } from '../../store/bounds.ts';
import { insertWorkspace } from '../../store/workspaces.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentWorkspace } from '../present.ts';

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
        const { workspace, events } = newWorkspace(asked, new Date());
        await refuseWhenFull(tx, organization, 'workspaces');
        if (!(await insertWorkspace(tx, organization, workspace))) throw slugTaken(slug);
        await outbox.record(tx, callOf(context), events);
        return { workspace: presentWorkspace({ ...workspace, role: 'admin' }) };
      },
    });
  };
