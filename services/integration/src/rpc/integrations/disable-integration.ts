import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { disable } from '../../domain/integration.ts';
import { saveIntegration } from '../../store/integrations.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockForMember, turnForMember } from '../lock-for-member.ts';
import { presentIntegration } from '../present-integration.ts';

export const disableIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.disableIntegration> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { transact, outbox } = dependencies;
    const turn = turnForMember(access, integrationId);
    return transact({ name: 'disable integration', turn }, async (tx) => {
      const { locked, integration: before } = await lockForMember(tx, access, integrationId);
      const now = new Date();
      const { integration, events } = disable(before, now);
      if (events.length > 0) {
        await saveIntegration(tx, locked, integration);
        await outbox.record(tx, callOf(context), events);
      }
      return { integration: presentIntegration(dependencies, { integration, link: locked.link }, now) };
    });
  };
