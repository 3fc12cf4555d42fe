import { inOrganization } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { notFound } from '@patchbay/errors/failure';
import { type CallValues, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { endWorkspace } from '../consumer/tenant-events.ts';
import type { Workspace } from '../domain/integration.ts';
import { countWorkspace as countStored } from '../store/ended-workspaces.ts';
import type { Dependencies } from './dependencies.ts';

/** The workspace of the caller token, for an admin of its organization. */
function workspaceToDelete(
  context: CallValues,
  workspaceId: string,
): Pick<Workspace, 'id' | 'organizationId'> {
  userOf(context);
  const { organization, workspace } = accessOf(context, inOrganization.deleteWorkspaces);
  if (workspace?.id !== workspaceId) throw notFound('not the workspace of the caller token');
  return { id: workspaceId, organizationId: organization.id };
}

export const countWorkspace =
  ({ db }: Dependencies): Method<typeof IntegrationService.method.countWorkspace> =>
  async ({ workspaceId }, context) =>
    countStored(db, workspaceToDelete(context, workspaceId).id);

/** Records nothing: `workspace.deleted` of organization is the one entry. */
export const destroyWorkspace =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.destroyWorkspace> =>
  async ({ workspaceId }, context) => {
    if (!(await endWorkspace(dependencies, workspaceToDelete(context, workspaceId))))
      throw notFound('another organization has the workspace');
    return {};
  };
