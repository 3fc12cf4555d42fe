import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { GetConnectPageResponseSchema } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { IntegrationSchema } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type {
  AccountSchema,
  GrantSchema,
  RelayedRequestSchema,
  UseSchema,
} from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { user, workspace } from './values.ts';

/** The only live connect token of the stand-in of integration. */
export const connectToken = 'a-connect-token-that-integration-knows';
export const providerConsentUrl = 'https://ads.example/consent?state=sealed';
export const outcomePage = 'http://portal.test/connect/outcome?outcome=connected';

const link = {
  connectUrl: `http://portal.test/connect/${connectToken}`,
  expiresAt: timestampFromDate(new Date('2026-11-22T09:30:00Z')),
  expired: false,
};

/** Without any of the fields that may be unset, except its link. */
export const integration = {
  id: '0199c1f5-6b82-7d97-8f3a-c4fb06a8d918',
  workspaceId: workspace.id,
  provider: 'example_ads',
  providerName: 'Example Ads',
  name: 'Nordlicht',
  status: 'pending',
  connectLink: link,
  createdByEmail: user.email,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  updatedAt: timestampFromDate(new Date('2026-11-15T10:30:00Z')),
  access: 'read',
} satisfies MessageInitShape<typeof IntegrationSchema>;

/** As the API shows it. */
export const shownIntegration = {
  ...integration,
  category: null,
  authMethod: null,
  statusDetail: null,
  statusCheckedAt: null,
  lastError: null,
  lastErrorAt: null,
  settings: {},
  connectedAt: null,
  connectedAccount: null,
  returnUrl: null,
  connectLink: { ...link, expiresAt: '2026-11-22T09:30:00.000Z' },
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T10:30:00.000Z',
  authorizationEndsAt: null,
  lastUsedAt: null,
  accounts: null,
};

/** Without any of the fields that may be unset. */
export const account = { id: '4445556666', type: 'customer' } satisfies MessageInitShape<
  typeof AccountSchema
>;

export const grant = {
  id: '0199c1f8-9eb5-70ca-b26d-f72e39db0c13',
  key: {
    id: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
    lineId: workspace.id,
    name: 'Reporting',
    prefix: 'pby_7Qd2mXr9TfK',
  },
  access: 'read',
  status: 'active',
  createdByEmail: user.email,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
} satisfies MessageInitShape<typeof GrantSchema>;

export const use = {
  hour: timestampFromDate(new Date('2026-11-15T09:00:00Z')),
  callerType: 'user',
  callerId: user.id,
  callerName: user.name,
  api: 'example',
  reads: 3n,
  bytesReceived: 5_000_000_000n,
} satisfies MessageInitShape<typeof UseSchema>;

export const relayedRequest = {
  id: '0199c1f9-0b2e-7a15-8f64-2f1f0c6f4a77',
  at: timestampFromDate(new Date('2026-11-15T09:00:00Z')),
  callerType: 'user',
  callerId: user.id,
  callerName: user.name,
  api: 'example',
  method: 'GET',
  path: '/campaigns',
  outcome: 'answered',
  status: 200,
  durationMs: 120,
  bytesReceived: 5_000n,
} satisfies MessageInitShape<typeof RelayedRequestSchema>;

export const connectPage = {
  provider: 'example_ads',
  providerName: 'Example Ads',
  authMethod: 'credentials',
  integrationName: 'Nordlicht',
  organizationName: 'Acme Media',
  workspaceName: workspace.name,
  status: 'pending',
  connectFields: [{ name: 'clientSecret', label: 'Client secret', type: 'secret', required: true }],
  documentationUrl: 'https://ads.example/docs',
  expiresAt: link.expiresAt,
  access: 'read',
  integrationId: integration.id,
} satisfies MessageInitShape<typeof GetConnectPageResponseSchema>;
