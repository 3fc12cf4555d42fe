import { personOf } from '@patchbay/access/caller';
import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { notFound } from '@patchbay/errors/failure';
import { type CallValues, callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import type { Sealer } from '@patchbay/sealing/sealer';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { linkExpiry, linkIssued, linkRevoked } from '../domain/connect-link.ts';
import type { Integration } from '../domain/integration.ts';
import { countLiveLinks, type NewLink, removeLink, saveLink, sealToken } from '../store/connect-links.ts';
import type { Dependencies } from './dependencies.ts';
import { lockForMember, turnForMember } from './member-integration.ts';
import { presentIntegration } from './present.ts';

/** A link of the calling user with a new token. The digest finds the link; the token itself is sealed for this link only. */
export function newLink(
  sealer: Sealer,
  integration: Integration,
  context: CallValues,
  expiresAt: Date,
): NewLink {
  const id = uuid();
  const token = newToken();
  return {
    id,
    tokenDigest: digestOf(token),
    sealedToken: sealToken(sealer, integration, id, token),
    expiresAt,
    organizationDomain: callOf(context).access?.organization.domain ?? null,
    issuedBy: personOf(userOf(context)),
  };
}

/** The earlier link stops working when the transaction commits. */
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
        const expiresAt = linkExpiry('expiresInDays', expiresInDays, tx.now());
        const link = newLink(sealer, integration, context, expiresAt);
        await saveLink(tx, locked.integration, link);
        await outbox.record(tx, callOf(context), [linkIssued(integration, expiresAt)]);
        return { integration: presentIntegration(dependencies, { integration, link }) };
      },
    });
  };

/** Revokes an expired link, too: members can read it until then. */
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

/** The gateway asks before it has a person removed who could read these links. */
export const countLiveConnectLinks =
  ({ db }: Dependencies): Method<typeof IntegrationService.method.countLiveConnectLinks> =>
  async ({ organizationId, workspaces }) => ({
    count: await countLiveLinks(db, organizationId, workspaces?.ids ?? null),
  });
