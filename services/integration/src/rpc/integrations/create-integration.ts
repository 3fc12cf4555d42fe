import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { refuseWhenFull } from '../../domain/bounds.ts';
import { newIntegration } from '../../domain/integration.ts';
import { insertLink } from '../../store/connect-links.ts';
import { insertIntegration } from '../../store/integrations.ts';
import { countIntegrations, lockWorkspace, turnOfWorkspace } from '../../store/workspaces.ts';
import { newLink } from '../connect-links/new-link.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentIntegration } from '../present-integration.ts';
import { workspaceOf } from '../workspace-of.ts';
import { readCreation } from './read-creation.ts';

/** With its first connect link, for which there is no event of its own. */
export const createIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.createIntegration> =>
  async (request, context) => {
    const { email: createdByEmail } = userOf(context);
    const workspace = workspaceOf(accessOf(context, inWorkspace.manageIntegrations));
    const { createOnce, outbox, sealer } = dependencies;
    const { linkExpiresAt, ...asked } = readCreation(dependencies, request, new Date());
    return createOnce({ name: 'create integration', turn: turnOfWorkspace(workspace) }, context, {
      // The role is that of the caller token.
      authorize: async () => {},
      async create(tx) {
        const now = new Date();
        const { integration, events } = newIntegration(
          { id: uuid(), workspace, createdByEmail, ...asked },
          now,
        );
        const locked = await lockWorkspace(tx, workspace, now);
        refuseWhenFull(await countIntegrations(tx, locked));
        const link = newLink(sealer, integration, linkExpiresAt);
        await insertIntegration(tx, integration);
        await insertLink(tx, integration, link);
        await outbox.record(tx, callOf(context), events);
        return { integration: presentIntegration(dependencies, { integration, link }, now) };
      },
    });
  };
