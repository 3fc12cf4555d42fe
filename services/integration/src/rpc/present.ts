import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  FirstReadSchema,
  IntegrationSchema,
  ProviderFieldSchema,
  ProviderSchema,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { Field } from '../connector/provider.ts';
import type { FirstRead } from '../connector/use.ts';
import { connectUrl, hasExpired } from '../domain/connect-link.ts';
import { type ChosenAccount, type Integration } from '../domain/integration.ts';
import { accessFor, type CatalogueEntry, defaultBaseUrl } from '../providers/catalogue.ts';
import { openToken } from '../store/connect-links.ts';
import type { StoredIntegration, StoredLink } from '../store/integrations.ts';
import type { Dependencies } from './dependencies.ts';

type FieldMessage = MessageInitShape<typeof ProviderFieldSchema>;

/** Destructures every property of a field, so that a new one does not compile until the message has it. */
export function presentField(field: Field): FieldMessage {
  const {
    name,
    label,
    type,
    required,
    description,
    pattern,
    maxLength,
    options,
    default: fallback,
    group,
    ...rest
  } = field;
  rest satisfies Record<string, never>;
  return {
    name,
    label,
    type,
    required,
    options: [...(options ?? [])],
    ...(description !== undefined && { description }),
    ...(pattern !== undefined && { pattern }),
    ...(maxLength !== undefined && { maxLength }),
    ...(fallback !== undefined && { default: fallback }),
    ...(group !== undefined && { group }),
  };
}

const presentFirstRead = ({
  headers,
  body,
  columns,
  ...read
}: FirstRead): MessageInitShape<typeof FirstReadSchema> => ({
  ...read,
  headers: { ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
  columns: columns.map(({ name, at }) => ({ name, at })),
});

export const presentProvider = ({
  provider,
  configured,
}: CatalogueEntry): MessageInitShape<typeof ProviderSchema> => {
  const { name, category, authMethod, connectFields, settingsFields, documentationUrl, use } = provider;
  return {
    provider: provider.provider,
    name,
    category,
    authMethod,
    configured,
    connectFields: connectFields.map(presentField),
    settingsFields: settingsFields.map(presentField),
    documentationUrl,
    access: [...use.access],
    apis: use.apis.map((api) => ({
      name: api.name,
      baseUrl: defaultBaseUrl(provider, api),
      description: api.description,
    })),
    listsAccounts: use.listsAccounts,
    firstRead: presentFirstRead(use.firstRead),
  };
};

type Presenting = Pick<Dependencies, 'catalogue' | 'sealer' | 'portalUrl' | 'clock' | 'logger'>;

/** Links whose failure was logged, so that it is not logged with each list. Limited: the oldest are dropped. */
const logged = new Set<string>();
const maxLogged = 1_000;

function logOnce(linkId: string, log: () => void): void {
  if (logged.has(linkId)) return;
  for (const oldest of logged) {
    if (logged.size < maxLogged) break;
    logged.delete(oldest);
  }
  logged.add(linkId);
  log();
}

/** Undefined if no key opens the token: one such row must not fail a whole list. A new link replaces it. */
function tokenOf(
  { sealer, logger }: Presenting,
  { integration }: StoredIntegration,
  link: StoredLink,
): string | undefined {
  try {
    return openToken(sealer, integration, link);
  } catch (err) {
    logOnce(link.id, () =>
      logger.error({ err, integration: integration.id }, 'decrypting a connect link failed'),
    );
    return undefined;
  }
}

/** The link with its decrypted token: everybody who sees the integration may read it. */
function presentLink(presenting: Presenting, stored: StoredIntegration) {
  const { link } = stored;
  const token = link === null ? undefined : tokenOf(presenting, stored, link);
  if (link === null || token === undefined) return {};
  return {
    connectLink: {
      connectUrl: connectUrl(presenting.portalUrl, token),
      expiresAt: timestampFromDate(link.expiresAt),
      expired: hasExpired(link, presenting.clock.now()),
    },
  };
}

/** An unknown provider is shown by its value, so that the rest of a list stays readable. */
function presentProviderOf({ catalogue }: Presenting, { integration: { provider } }: StoredIntegration) {
  const entry = catalogue.find(provider);
  if (entry === undefined) return { provider, providerName: provider };
  const { name: providerName, category, authMethod } = entry.provider;
  return { provider, providerName, category, authMethod };
}

const presentChosen = ({ id, name }: ChosenAccount) => ({ id, ...(name !== null && { name }) });

export function presentIntegration(
  presenting: Presenting,
  stored: StoredIntegration,
): MessageInitShape<typeof IntegrationSchema> {
  const { integration } = stored;
  const { statusDetail, statusCheckedAt, lastError, lastErrorAt, returnUrl, createdByEmail } = integration;
  const { connectedAt, connectedAccount, authorizationEndsAt, lastUsedAt, accounts } = integration;
  return {
    id: integration.id,
    workspaceId: integration.workspace.id,
    ...presentProviderOf(presenting, stored),
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
    ...presentLink(presenting, stored),
    ...(createdByEmail !== null && { createdByEmail }),
    createdAt: timestampFromDate(integration.createdAt),
    updatedAt: timestampFromDate(integration.updatedAt),
    access: presenting.catalogue.find(integration.provider)
      ? accessFor(presenting.catalogue, integration)
      : 'read',
    ...(authorizationEndsAt && { authorizationEndsAt: timestampFromDate(authorizationEndsAt) }),
    ...(lastUsedAt && { lastUsedAt: timestampFromDate(lastUsedAt) }),
    ...(accounts && { accounts: { accounts: accounts.map(presentChosen) } }),
  };
}

/** What the connect flow tells a client about an integration after an attempt. */
export const presentConnectOutcome = ({
  status,
  statusDetail,
  lastError,
  connectedAccount,
  returnUrl,
}: Integration) => ({
  status,
  ...(statusDetail !== null && { statusDetail }),
  ...(lastError !== null && { lastError }),
  ...(connectedAccount !== null && { connectedAccount }),
  ...(returnUrl !== null && { returnUrl }),
});
