import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { linkRevoked } from '../../domain/connect-link.ts';
import { removeLink } from '../../store/connect-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockForMember, turnForMember } from '../lock-for-member.ts';

/** Also a link that has expired: members still read it until then. */
export const revokeConnectLink =
  ({ transact, outbox }: Dependencies): Method<typeof IntegrationService.method.revokeConnectLink> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const turn = turnForMember(access, integrationId);
    return transact({ name: 'revoke connect link', turn }, async (tx) => {
      const { locked, integration } = await lockForMember(tx, access, integrationId);
      if (!(await removeLink(tx, locked))) throw notFound('the integration has no connect link');
      await outbox.record(tx, callOf(context), [linkRevoked(integration)]);
      return {};
    });
  };
