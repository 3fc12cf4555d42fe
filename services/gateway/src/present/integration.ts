import type {
  Integration as IntegrationMessage,
  ConnectLink as LinkMessage,
  ListOrganizationIntegrationsResponse,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type {
  ConnectLink,
  Integration,
  IntegrationWithConnectUrl,
  OrganizationIntegrationPage,
} from '../schemas/integration.ts';
import { useAccess } from '../schemas/provider.ts';
import { isoTime, isoTimeOrNull } from './time.ts';

type Shown = z.input<typeof Integration>;

const presentLink = ({ connectUrl, expiresAt, expired }: LinkMessage): z.input<typeof ConnectLink> => ({
  connectUrl,
  expiresAt: isoTime(expiresAt),
  expired,
});

export function presentIntegration(integration: IntegrationMessage | undefined): Shown {
  if (integration === undefined) throw internal('integration left out the integration');
  const { connectLink } = integration;
  return {
    id: integration.id,
    workspaceId: integration.workspaceId,
    provider: integration.provider,
    providerName: integration.providerName,
    category: (integration.category ?? null) as Shown['category'],
    authMethod: (integration.authMethod ?? null) as Shown['authMethod'],
    name: integration.name,
    status: integration.status as Shown['status'],
    statusDetail: integration.statusDetail ?? null,
    statusCheckedAt: isoTimeOrNull(integration.statusCheckedAt),
    lastError: integration.lastError ?? null,
    lastErrorAt: isoTimeOrNull(integration.lastErrorAt),
    settings: (integration.settings ?? {}) as Shown['settings'],
    connectedAt: isoTimeOrNull(integration.connectedAt),
    connectedAccount: integration.connectedAccount ?? null,
    returnUrl: integration.returnUrl ?? null,
    connectLink: connectLink === undefined ? null : presentLink(connectLink),
    createdByEmail: integration.createdByEmail ?? null,
    createdAt: isoTime(integration.createdAt),
    updatedAt: isoTime(integration.updatedAt),
    access: useAccess.parse(integration.access),
    authorizationEndsAt: isoTimeOrNull(integration.authorizationEndsAt),
    lastUsedAt: isoTimeOrNull(integration.lastUsedAt),
    accounts: integration.accounts?.accounts.map(({ id, name = null }) => ({ id, name })) ?? null,
  };
}

export function presentOrganizationIntegrations({
  integrations,
  nextCursor,
  counts,
}: ListOrganizationIntegrationsResponse): z.input<typeof OrganizationIntegrationPage> {
  if (counts === undefined) throw internal('integration left out the counts');
  const { pending, active, error, disabled, ending } = counts;
  return {
    integrations: integrations.map(({ integration, workspaceSlug: slug, workspaceName: name }) => ({
      ...presentIntegration(integration),
      workspace: { slug, name },
    })),
    nextCursor: nextCursor || null,
    counts: { pending, active, error, disabled, ending },
  };
}

/** For answers to whoever has just issued the link. */
export function presentIntegrationWithConnectUrl(
  integration: IntegrationMessage | undefined,
): z.input<typeof IntegrationWithConnectUrl> {
  const shown = presentIntegration(integration);
  if (shown.connectLink === null) throw internal('integration left out the new connect link');
  return { ...shown, connectUrl: shown.connectLink.connectUrl };
}
