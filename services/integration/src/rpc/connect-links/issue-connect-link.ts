import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { linkExpiry, linkIssued } from '../../domain/connect-link.ts';
import { putLink } from '../../store/connect-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockForMember, turnForMember } from '../lock-for-member.ts';
import { presentIntegration } from '../present-integration.ts';
import { newLink } from './new-link.ts';

/** The link before stops working when the transaction commits. */
export const issueConnectLink =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.issueConnectLink> =>
  async ({ integrationId, expiresInDays }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { createOnce, outbox, sealer } = dependencies;
    const turn = turnForMember(access, integrationId);
    return createOnce({ name: 'issue connect link', turn }, context, {
      authorize: (tx) => lockForMember(tx, access, integrationId),
      async create(tx, { locked, integration }) {
        const now = new Date();
        const expiresAt = linkExpiry('expiresInDays', expiresInDays, now);
        const link = newLink(sealer, integration, expiresAt);
        await putLink(tx, locked, link);
        await outbox.record(tx, callOf(context), [linkIssued(integration, expiresAt)]);
        return { integration: presentIntegration(dependencies, { integration, link }, now) };
      },
    });
  };
