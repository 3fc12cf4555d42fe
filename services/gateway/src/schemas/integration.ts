import { lifetimes } from '@patchbay/platform/lifetimes';
import * as rules from '@patchbay/text/rules';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import {
  authMethod,
  category,
  fieldValues,
  ProviderValue,
  providerExample,
  sentFieldValues,
  useAccess,
} from './provider.ts';
import { addressInAnswer, emailInAnswer, id, idInRequest, slugAndName, timestamp } from './text.ts';
import { workspaceExample, workspaceParams, workspaceParamsExample } from './workspace.ts';

export const integrationParams = workspaceParams.extend({
  id: idInRequest.meta({ description: '`id` of the integration.' }),
});

export const integrationStatus = z.enum(['pending', 'active', 'error', 'disabled']).meta({
  id: 'IntegrationStatus',
  description:
    '`pending`: was never connected. `active`: connected, and the credentials worked when last checked. `error`: they do not work; the client has to connect again. `disabled`: someone has switched it off.',
});

/*
 * The gateway checks only the types of the texts that describe an integration. Integration checks their values together with the fields
 * of the provider, so that one 400 names all that are wrong. The document has the bounds all the same. Numbers are checked here, because
 * protobuf cannot hold every number.
 */
const name = z.string().meta(rules.resourceName.schema);

const returnUrl = z.string().meta({
  minLength: 1,
  maxLength: 2048,
  format: 'uri',
  description:
    'Where the browser of the client is sent afterwards, with `status` (`connected`, `error`, or `declined` after "Not now"), `integrationId` and, where it failed, `error` added to its query. https; http only on loopback, in development. Without the `user_code` of a device. It is stored in normal form, with characters outside ASCII encoded, and has at most 2,048 bytes in that form.',
});

const linkLifetime = z
  .int()
  .min(1)
  .max(lifetimes.connectLinkMaxDays)
  .default(lifetimes.connectLinkDays)
  .meta({ description: `Days until the connect link expires. Default: ${lifetimes.connectLinkDays}.` });

const sentSettings = sentFieldValues.meta({
  description: "Values of the provider's `settingsFields`, by name. They are not secret. Default: none.",
});

export const newIntegration = z
  .strictObject({
    provider: ProviderValue,
    name,
    settings: sentSettings.default({}),
    returnUrl: returnUrl.exactOptional(),
    connectLinkExpiresInDays: linkLifetime,
    access: z.string().default('read').meta({
      enum: useAccess.options,
      description:
        "What the client is asked for, one of the provider's `access`. It never changes. Default: `read`.",
    }),
  })
  .meta({ id: 'NewIntegration', description: 'An integration to create, with a connect link.' });

export const newConnectLink = z
  .strictObject({ expiresInDays: linkLifetime })
  .meta({ id: 'NewConnectLink', description: 'A connect link to issue.' })
  .prefault({});

export const integrationChanges = z
  .strictObject({
    name: name.exactOptional().meta({ description: 'The new name.' }),
    settings: sentSettings.exactOptional().meta({
      description: "All values of the provider's `settingsFields`: those that are left out are removed.",
    }),
    returnUrl: returnUrl
      .nullable()
      .exactOptional()
      .meta({ description: 'The new return address; null: none from now on.' }),
  })
  .meta({
    id: 'IntegrationChanges',
    description: 'Changes to an integration. What you leave out stays as it is.',
  });

export const ConnectLink = z
  .object({
    connectUrl: addressInAnswer.meta({
      description: 'The page for the client. Whoever has this address may connect the integration.',
    }),
    expiresAt: timestamp,
    expired: z.boolean().meta({ description: 'Whether `expiresAt` has passed.' }),
  })
  .meta({ id: 'ConnectLink', description: 'A link by which a client connects an integration, once.' });

const ChosenAccount = z
  .object({
    id: z.string().meta({ description: "The provider's own id." }),
    name: z.string().nullable().meta({ description: 'Shortened where many accounts are chosen.' }),
  })
  .meta({ id: 'ChosenAccount', description: 'An account that the client chose.' });

const fields = {
  id,
  workspaceId: id,
  provider: ProviderValue,
  providerName: z.string().meta({ description: 'Display name of the provider.' }),
  category,
  authMethod,
  name: z.string(),
  status: integrationStatus,
  statusDetail: z.string().nullable().meta({
    description:
      'Why the provider refused the credentials when it last gave a clear answer, and what to do. Null after a success. A disabled integration that is verified has one too.',
  }),
  statusCheckedAt: timestamp.nullable().meta({ description: 'When the provider last gave a clear answer.' }),
  lastError: z.string().nullable().meta({
    description:
      'The last failure that says nothing about the credentials: the provider could not be reached, failed or had too many requests, or something has to be fixed on the side of Patchbay. It does not change the status; the next success clears it.',
  }),
  lastErrorAt: timestamp.nullable().meta({ description: 'When `lastError` happened; null without one.' }),
  settings: fieldValues.meta({ description: "Values of the provider's `settingsFields`. Never secret." }),
  connectedAt: timestamp
    .nullable()
    .meta({ description: 'When it was last connected; null if it never was.' }),
  connectedAccount: z.string().nullable().meta({ description: 'The account at the provider.' }),
  returnUrl: z
    .string()
    .nullable()
    .meta({ description: 'Where the client is sent after connecting or declining.' }),
  connectLink: ConnectLink.nullable().meta({
    description: 'The live link. Null where none was issued, or where it was used or revoked.',
  }),
  createdByEmail: emailInAnswer.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  access: useAccess,
  authorizationEndsAt: timestamp.nullable().meta({
    description:
      'When the client has to connect again. Null where the authorization renews itself, or where its end is not known.',
  }),
  lastUsedAt: timestamp
    .nullable()
    .meta({ description: 'When a request was last relayed; may lag a minute. Null: never.' }),
  accounts: z.array(ChosenAccount).nullable().meta({
    description:
      'The accounts that the client chose after its consent. Nobody sees or uses another one. Null: every account of the connection, because the client chose all, or nobody has chosen.',
  }),
};

export const Integration = z.object(fields).meta({
  id: 'Integration',
  description: 'A connection of a workspace to an advertising system. No response contains its credentials.',
});

export const IntegrationList = z
  .object({ integrations: z.array(Integration).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'IntegrationList', description: 'The integrations of a workspace.' });

export const OrganizationIntegration = z
  .object({ ...fields, workspace: slugAndName.meta({ description: 'The workspace that it is in.' }) })
  .meta({ id: 'OrganizationIntegration', description: 'An integration, and its workspace.' });

const count = z.int().min(0);

const IntegrationCounts = z
  .object({
    pending: count,
    active: count,
    error: count,
    disabled: count,
    ending: count.meta({ description: 'Active ones whose authorization ends within seven days.' }),
  })
  .meta({
    id: 'IntegrationCounts',
    description: 'How many integrations there are in each status, and how many end soon.',
  });

export const OrganizationIntegrationPage = z
  .object({
    integrations: z.array(OrganizationIntegration).meta({
      description:
        'Broken ones first, then those whose last check failed, then those that end soon, then by name.',
    }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the next page; null on the last one.' }),
    counts: IntegrationCounts.meta({
      description: 'Of all pages. The filter `status` does not change them, the other filters do.',
    }),
  })
  .meta({ id: 'OrganizationIntegrationPage', description: 'A page of the integrations of an organization.' });

export const IntegrationWithConnectUrl = z
  .object({
    ...fields,
    connectUrl: addressInAnswer.meta({ description: 'The new connect link; also in `connectLink`.' }),
  })
  .meta({ id: 'IntegrationWithConnectUrl', description: 'An integration with its new connect link.' });

const connectUrl = `${exampleWorld.portal}/connect/${exampleWorld.connectToken}`;

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
  createdByEmail: exampleWorld.ada.email,
  createdAt: exampleWorld.createdAt,
  updatedAt: exampleWorld.createdAt,
  access: 'read',
  authorizationEndsAt: null,
  lastUsedAt: null,
  accounts: null,
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
  lastUsedAt: '2026-11-16T14:00:00.000Z',
  accounts: [{ id: '4445556666', name: 'Nordlicht GmbH' }],
};

export const organizationIntegrationExample: z.input<typeof OrganizationIntegration> = {
  ...integrationExample,
  workspace: { slug: workspaceExample.slug, name: workspaceExample.name },
};

/** Another one, of a provider that takes credentials. */
export const credentialsIntegrationExample: z.input<typeof Integration> = {
  ...integrationExample,
  id: '0199c1f7-8da4-7fb9-a15c-e61d28cafb12',
  name: 'Nordlicht displays',
  provider: 'criteo',
  providerName: 'Criteo',
  category: 'dsp',
  authMethod: 'credentials',
  settings: {},
  accounts: null,
};

export const credentialsExample = { clientId: 'nordlicht-reporting', clientSecret: 'EXAMPLE-NOT-A-SECRET' };

export const integrationParamsExample = { ...workspaceParamsExample, id: integrationExample.id };
export const credentialsIntegrationParamsExample = {
  ...workspaceParamsExample,
  id: credentialsIntegrationExample.id,
};
