import { personText } from '@patchbay/text/person-text';
import { z } from 'zod';
import { fieldValues, sentFieldValues } from './field-values.ts';
import { authMethod, category, providerExample } from './provider.ts';
import { id, idInRequest, programText, resourceName, textOf, timestamp } from './text.ts';
import { workspaceExample, workspaceParams, workspaceParamsExample } from './workspace.ts';

export const integrationParams = workspaceParams.extend({ id: idInRequest });

export const integrationStatus = z.enum(['pending', 'active', 'error', 'disabled']);

/** Whether there is such a provider is decided by integration. */
export const providerValue = programText(63).meta({
  description: 'A provider value, as `listProviders` shows them.',
});

/** Which addresses it may be is decided by integration. */
const returnUrl = textOf(personText(1, 2048)).meta({
  format: 'uri',
  description:
    'Where the browser of the client is sent after a consent, with `status`, `integrationId` and, where it failed, `error` added to its query. https; http only on loopback, in development.',
});

export const linkLifetime = z.int().min(1).max(30).default(7).meta({
  description: 'Days until the connect link expires.',
});

const sentSettings = sentFieldValues.meta({
  description: "Values of the provider's `settingsFields`, by name. They are not secret.",
});

export const newIntegration = z.strictObject({
  provider: providerValue,
  name: resourceName,
  settings: sentSettings.default({}),
  returnUrl: returnUrl.exactOptional(),
  connectLinkExpiresInDays: linkLifetime,
});

export const changedIntegration = z.strictObject({
  name: resourceName.exactOptional(),
  settings: sentSettings.exactOptional().meta({
    description: "All values of the provider's `settingsFields`: those that are left out are removed.",
  }),
  returnUrl: returnUrl.nullable().exactOptional().meta({ description: 'Null: none from now on.' }),
});

export const ConnectLink = z
  .object({
    connectUrl: z.string().meta({
      description: 'The page for the client. Whoever has this address may connect the integration.',
    }),
    expiresAt: timestamp,
    expired: z.boolean(),
  })
  .meta({ id: 'ConnectLink', description: 'A link by which a client connects an integration, once.' });

const fields = {
  id,
  workspaceId: id,
  provider: z.string(),
  providerName: z.string(),
  category,
  authMethod,
  name: z.string(),
  status: integrationStatus.meta({
    description:
      '`pending`: was never connected. `active`: connected, and the credentials worked when last checked. `error`: they do not work; the client has to connect again. `disabled`: somebody has switched it off.',
  }),
  statusDetail: z.string().nullable().meta({
    description:
      'Why the provider refused the credentials at the last clear answer, and what to do. Null after a success. A disabled integration that is verified has one too.',
  }),
  statusCheckedAt: timestamp.nullable().meta({ description: 'When the provider last gave a clear answer.' }),
  lastError: z.string().nullable().meta({
    description:
      'The last failure that says nothing about the credentials: the provider could not be reached, failed or had too many requests, or this installation lacks something, and its operator has to act. It does not change the status; the next success clears it.',
  }),
  lastErrorAt: timestamp.nullable().meta({ description: 'When `lastError` happened; null without one.' }),
  settings: fieldValues.meta({ description: "Values of the provider's `settingsFields`. Never secret." }),
  connectedAt: timestamp.nullable(),
  connectedAccount: z.string().nullable().meta({ description: 'The account at the provider.' }),
  returnUrl: z.string().nullable().meta({ description: 'Where the client is sent after a consent.' }),
  connectLink: ConnectLink.nullable().meta({
    description: 'The live link. Null where none was issued, or where it was used or revoked.',
  }),
  createdByEmail: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const Integration = z.object(fields).meta({
  id: 'Integration',
  description: 'A connection of a workspace to an advertising system. Its credentials are in no answer.',
});

export const IntegrationWithConnectUrl = z
  .object({
    ...fields,
    connectUrl: z.string().meta({ description: 'The new connect link; also in `connectLink`.' }),
  })
  .meta({ id: 'IntegrationWithConnectUrl', description: 'An integration with its new connect link.' });

const connectUrl = 'https://portal.example/connect/3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0';

/** Before a client has connected it. */
const pendingIntegrationExample: z.input<typeof Integration> = {
  id: '0199c1f5-6b82-7d97-8f3a-c4fb06a8d918',
  workspaceId: workspaceExample.id,
  provider: providerExample.provider,
  providerName: providerExample.name,
  category: providerExample.category,
  authMethod: providerExample.authMethod,
  name: 'Nordlicht',
  status: 'pending',
  statusDetail: null,
  statusCheckedAt: null,
  lastError: null,
  lastErrorAt: null,
  settings: { loginCustomerId: '4445556666' },
  connectedAt: null,
  connectedAccount: null,
  returnUrl: 'https://agency.example/clients/nordlicht',
  connectLink: { connectUrl, expiresAt: '2026-11-22T09:30:00.000Z', expired: false },
  createdByEmail: 'ada@acme.example',
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:30:00.000Z',
};

export const newIntegrationExample: z.input<typeof IntegrationWithConnectUrl> = {
  ...pendingIntegrationExample,
  connectUrl,
};

export const integrationExample: z.input<typeof Integration> = {
  ...pendingIntegrationExample,
  status: 'active',
  statusCheckedAt: '2026-11-16T14:05:12.000Z',
  connectedAt: '2026-11-16T08:12:40.000Z',
  connectedAccount: 'Nordlicht GmbH',
  connectLink: null,
  updatedAt: '2026-11-16T14:05:12.000Z',
};

/** Of a provider that takes credentials. */
export const credentialsIntegrationExample: z.input<typeof Integration> = {
  ...integrationExample,
  provider: 'example_ads',
  providerName: 'Example Ads',
  category: 'dsp',
  authMethod: 'credentials',
  settings: {},
};

export const credentialsExample = { clientId: 'nordlicht-reporting', clientSecret: 'EXAMPLE-NOT-A-SECRET' };

export const integrationParamsExample = { ...workspaceParamsExample, id: integrationExample.id };
