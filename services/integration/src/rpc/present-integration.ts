import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { IntegrationSchema } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { providerOf } from '../attempts/provider-of.ts';
import { connectUrl, hasExpired } from '../domain/connect-link.ts';
import { openToken } from '../store/connect-links.ts';
import type { StoredIntegration } from '../store/integration-row.ts';
import type { Dependencies } from './dependencies.ts';

type Presenting = Pick<Dependencies, 'catalogue' | 'sealer' | 'portalUrl'>;

/** Everybody who sees an integration reads its link: the sealed token is opened. */
function presentLink({ sealer, portalUrl }: Presenting, { integration, link }: StoredIntegration, now: Date) {
  if (link === null) return {};
  return {
    connectLink: {
      connectUrl: connectUrl(portalUrl, openToken(sealer, integration, link)),
      expiresAt: timestampFromDate(link.expiresAt),
      expired: hasExpired(link, now),
    },
  };
}

export function presentIntegration(
  presenting: Presenting,
  stored: StoredIntegration,
  now = new Date(),
): MessageInitShape<typeof IntegrationSchema> {
  const { integration } = stored;
  const { statusDetail, statusCheckedAt, lastError, lastErrorAt, returnUrl, createdByEmail } = integration;
  const { connectedAt, connectedAccount } = integration;
  const {
    provider,
    name: providerName,
    category,
    authMethod,
  } = providerOf(presenting.catalogue, integration);
  return {
    id: integration.id,
    workspaceId: integration.workspace.id,
    provider,
    providerName,
    category,
    authMethod,
    name: integration.name,
    status: integration.status,
    ...(statusDetail !== null && { statusDetail }),
    ...(statusCheckedAt && { statusCheckedAt: timestampFromDate(statusCheckedAt) }),
    ...(lastError !== null && { lastError }),
    ...(lastErrorAt && { lastErrorAt: timestampFromDate(lastErrorAt) }),
    settings: integration.settings,
    ...(connectedAt && { connectedAt: timestampFromDate(connectedAt) }),
    ...(connectedAccount !== null && { connectedAccount }),
    ...(returnUrl !== null && { returnUrl }),
    ...presentLink(presenting, stored, now),
    ...(createdByEmail !== null && { createdByEmail }),
    createdAt: timestampFromDate(integration.createdAt),
    updatedAt: timestampFromDate(integration.updatedAt),
  };
}
