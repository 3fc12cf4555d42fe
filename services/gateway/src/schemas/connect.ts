import { lifetimes } from '@patchbay/platform/lifetimes';
import { most } from '@patchbay/platform/maximums';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { credentialsIntegrationExample, integrationExample, integrationStatus } from './integration.ts';
import { organizationExample } from './organization.ts';
import {
  authMethod,
  category,
  ProviderField,
  ProviderValue,
  providerExample,
  useAccess,
} from './provider.ts';
import { addressInAnswer, emailInAnswer, id, programText, timestamp } from './text.ts';
import { accountExample } from './use.ts';

/** The only parameter whose excess is a 400; a token that does not exist is a 404, as elsewhere. */
export const connectParams = z.strictObject({
  token: z.string().min(1).max(128).meta({ description: 'The last part of a connect link.' }),
});

export const connectParamsExample = { token: exampleWorld.connectToken };

export const choiceParams = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(2_048)
    .meta({
      description: `\`choice\` in the fragment of the outcome page. It works for ${lifetimes.accountChoiceMinutes} minutes after the consent.`,
    }),
});

export const choiceParamsExample = { token: exampleWorld.accountChoice };

export const accountChoice = z
  .strictObject({
    accountIds: z
      .array(programText(200))
      .min(1)
      .max(most.chosenAccounts)
      .exactOptional()
      .meta({ description: 'Ids of the accounts that may be used, and no others.' }),
    all: z
      .boolean()
      .refine((all) => all, { message: 'must be true' })
      .exactOptional()
      .meta({ description: 'True: every account may be used, now and later.' }),
  })
  .refine((choice) => Object.keys(choice).length === 1, { message: 'must have either accountIds or all' })
  .meta({
    id: 'AccountChoice',
    description: 'Which accounts of a connection may be used: either `accountIds` or `all`.',
  });

export const accountChoiceExample = { accountIds: [accountExample.id] };

const Requester = z
  .object({ name: z.string(), email: emailInAnswer })
  .meta({ id: 'Requester', description: 'The person who asks a client to connect.' });

export const ConnectPage = z
  .object({
    provider: ProviderValue,
    providerName: z.string(),
    category,
    authMethod,
    integrationName: z.string(),
    organizationName: z.string().meta({ description: 'Who asks for the connection.' }),
    workspaceName: z.string(),
    status: integrationStatus.meta({
      description: 'Status of the integration. A `disabled` one cannot be connected by a link.',
    }),
    connectFields: z.array(ProviderField).meta({ description: 'What the page has to ask for.' }),
    documentationUrl: addressInAnswer,
    expiresAt: timestamp.meta({ description: 'When the link expires.' }),
    returnUrl: z.string().nullable().meta({ description: 'Where the client is sent afterwards.' }),
    access: useAccess.meta({ description: 'What the client is asked for.' }),
    integrationId: id.meta({ description: 'Goes into the query of `returnUrl`.' }),
    connectedAt: timestamp.nullable().meta({
      description: 'When the integration was last connected; null where it never was.',
    }),
    organizationDomain: z.string().nullable().meta({
      description:
        "The organization's email domain, which its founder proved with an address at that domain. Null if not known.",
    }),
    requestedBy: Requester.nullable().meta({
      description:
        'Who issued the link, and whom the client can ask. Null if not known, or no longer in the organization.',
    }),
  })
  .meta({ id: 'ConnectPage', description: 'What the page of a connect link shows.' });

export const ConnectOutcome = z
  .object({
    status: integrationStatus.meta({
      description: 'Status of the integration after the attempt; `active` if it was connected.',
    }),
    statusDetail: z.string().nullable().meta({
      description: 'Why the provider refused when it last gave a clear answer, and what to do.',
    }),
    lastError: z.string().nullable().meta({
      description:
        'The last failure that says nothing about what was entered; the link still works, and a later attempt may succeed.',
    }),
    connectedAccount: z.string().nullable().meta({ description: 'The account at the provider.' }),
    returnUrl: z.string().nullable().meta({ description: 'Where to send the client now.' }),
  })
  .meta({ id: 'ConnectOutcome', description: 'How an attempt to connect ended.' });

export const ConnectAuthorization = z
  .object({
    authorizationUrl: addressInAnswer.meta({ description: "The provider's consent page." }),
  })
  .meta({ id: 'ConnectAuthorization', description: 'Where a consent begins.' });

export const connectPageExample: z.input<typeof ConnectPage> = {
  provider: providerExample.provider,
  providerName: providerExample.name,
  category: providerExample.category,
  authMethod: providerExample.authMethod,
  integrationName: integrationExample.name,
  organizationName: exampleWorld.organization.name,
  workspaceName: exampleWorld.workspace.name,
  status: 'pending',
  connectFields: [],
  documentationUrl: providerExample.documentationUrl,
  expiresAt: '2026-11-22T09:30:00.000Z',
  returnUrl: integrationExample.returnUrl,
  access: 'read',
  integrationId: integrationExample.id,
  connectedAt: null,
  organizationDomain: organizationExample.domain ?? null,
  requestedBy: { name: exampleWorld.ada.name, email: exampleWorld.ada.email },
};

export const connectOutcomeExample: z.input<typeof ConnectOutcome> = {
  status: 'active',
  statusDetail: null,
  lastError: null,
  connectedAccount: credentialsIntegrationExample.connectedAccount,
  returnUrl: credentialsIntegrationExample.returnUrl,
};
