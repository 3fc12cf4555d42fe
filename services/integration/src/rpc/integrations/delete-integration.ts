import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { integrationDeleted } from '../../domain/integration.ts';
import { destroyCredentials } from '../../store/credentials.ts';
import { deleteIntegration as deleteStored } from '../../store/integrations.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockForMember, turnForMember } from '../lock-for-member.ts';

/** Calls no provider: the background revokes the credentials, so that one that is down does not keep an integration alive. */
export const deleteIntegration =
  ({
    transact,
    outbox,
    catalogue,
    connectorOf,
  }: Dependencies): Method<typeof IntegrationService.method.deleteIntegration> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.deleteIntegrations);
    const turn = turnForMember(access, integrationId);
    return transact({ name: 'delete integration', turn }, async (tx) => {
      const { locked, integration } = await lockForMember(tx, access, integrationId);
      const revocable =
        catalogue.find(integration.provider) !== undefined &&
        connectorOf(integration.provider).revoke !== undefined;
      await destroyCredentials(tx, locked, { revocable });
      await deleteStored(tx, locked);
      await outbox.record(tx, callOf(context), [integrationDeleted(integration)]);
      return {};
    });
  };
