import { lifetimes } from '@patchbay/platform/lifetimes';
import { z } from 'zod';
import { apiKeyExample } from './api-key.ts';
import { exampleWorld } from './example-world.ts';
import { integrationParams, integrationParamsExample } from './integration.ts';
import { useAccess } from './provider.ts';
import { emailInAnswer, id, idInRequest, programText, queryInteger, timestamp } from './text.ts';

export const grantParams = integrationParams.extend({
  grantId: idInRequest.meta({ description: '`id` of the grant.' }),
});

export const relayParams = integrationParams.extend({
  api: z
    .string()
    .regex(/^[a-z0-9_]{1,63}$/)
    .meta({ description: "Name of one of the provider's `apis`." }),
  path: z.string().meta({
    description:
      "The path below the api's `baseUrl`, without the slash before it. It may have slashes, and is sent as it is.",
  }),
});

const accountSetting = z
  .object({ name: z.string(), value: z.string() })
  .meta({ id: 'AccountSetting', description: 'A setting of an integration that names an account.' });

export const Account = z
  .object({
    id: z.string().meta({ description: "The provider's own id." }),
    name: z.string().nullable(),
    type: z.string().meta({ description: "In the provider's own words." }),
    currency: z.string().nullable(),
    timeZone: z.string().nullable(),
    status: z.string().nullable().meta({ description: "In the provider's own words." }),
    parentId: z.string().nullable().meta({ description: 'The account that it belongs to.' }),
    setting: accountSetting.nullable().meta({
      description: 'The setting of the integration that names this account; null: none does.',
    }),
  })
  .meta({
    id: 'Account',
    description: 'An account that a connection reaches. What the provider does not say is null.',
  });

export const AccountPage = z
  .object({
    accounts: z.array(Account),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })
  .meta({ id: 'AccountPage', description: 'A page of the accounts that a connection reaches.' });

export const accountQuery = z.strictObject({
  cursor: programText(512).exactOptional().meta({ description: '`nextCursor` of the previous page.' }),
  limit: queryInteger(1, 200).prefault(50).meta({ description: 'How many accounts a page has at most.' }),
});

/** Integration checks the values together with the settings of the integration, so that one 400 names all that are wrong. */
export const newGrant = z
  .strictObject({
    apiKeyId: idInRequest.meta({
      description: 'An active API key that reaches the workspace with the role member or admin.',
    }),
    access: useAccess,
    accounts: z.array(programText(200)).min(1).max(100).nullable().exactOptional().meta({
      description:
        'Ids of the accounts that the key may use; null: every account of the connection. Default: the account that the settings of the integration name.',
    }),
    expiresInDays: z
      .int()
      .min(1)
      .max(365)
      .nullable()
      .default(lifetimes.grantDays)
      .meta({ description: `Days until it expires; null: never. Default: ${lifetimes.grantDays}.` }),
  })
  .meta({ id: 'NewGrant', description: 'A grant to create.' });

const grantedKey = z
  .object({ id, name: z.string(), prefix: z.string() })
  .meta({ id: 'GrantedApiKey', description: 'The API key that a grant was made for.' });

export const Grant = z
  .object({
    id,
    apiKey: grantedKey,
    access: useAccess,
    accounts: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Ids of accounts; null: every account of the connection.' }),
    status: z.enum(['active', 'expired', 'revoked']).meta({
      id: 'GrantStatus',
      description:
        '`active`: neither expired nor revoked. `expired`, `revoked`: ended for good. Revoking the API key and its rotations revokes its grants.',
    }),
    createdByEmail: emailInAnswer,
    createdAt: timestamp,
    expiresAt: timestamp.nullable().meta({ description: 'Null: never.' }),
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: 'When it was last used; may lag a minute. Null if it never was.' }),
  })
  .meta({
    id: 'Grant',
    description: 'Permission for an API key, and for what it is rotated to, to use an integration.',
  });

export const GrantList = z
  .object({
    grants: z.array(Grant).meta({ description: 'Oldest first; ended ones for 90 days.' }),
  })
  .meta({ id: 'GrantList', description: 'The grants of an integration.' });

const caller = z
  .object({
    type: z.enum(['user', 'api_key']),
    id,
    name: z.string(),
    apiKeyPrefix: z.string().nullable().meta({ description: 'Null if a person called with a session.' }),
  })
  .meta({ id: 'UseCaller', description: 'Who used an integration.' });

const counted = (description: string) => z.int().meta({ description });

export const Use = z
  .object({
    hour: timestamp.meta({ description: 'When the hour began.' }),
    caller,
    grantId: id.nullable().meta({ description: 'Null if a person called with a session.' }),
    api: z.string(),
    reads: counted('Requests that only read.'),
    changes: counted('Requests that may have changed something.'),
    refused: counted('Requests that Patchbay refused.'),
    failed: counted('Requests that the provider did not answer, or not to the end.'),
    bytesSent: counted('Bytes sent in request bodies.'),
    bytesReceived: counted('Bytes received in response bodies.'),
  })
  .meta({ id: 'Use', description: 'What one caller did with one api of an integration in an hour.' });

export const UseList = z
  .object({ uses: z.array(Use).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'UseList', description: 'The uses of an integration.' });

const requestOutcome = z.enum(['answered', 'refused', 'failed']).meta({
  id: 'RelayedRequestOutcome',
  description:
    '`answered`: the provider answered, whatever its status. `refused`: Patchbay did not send it, or did not pass its answer on. `failed`: the provider did not answer, or not to the end.',
});

export const RelayedRequest = z
  .object({
    id,
    at: timestamp.meta({ description: 'When it arrived.' }),
    caller,
    grantId: id.nullable().meta({ description: 'Null if a person called with a session.' }),
    api: z.string(),
    method: z.string(),
    path: z.string().meta({
      description: 'The path below the api as it was sent, without its query, cut at 500 characters.',
    }),
    account: z
      .string()
      .nullable()
      .meta({ description: 'The account that it names; null: none was found in it.' }),
    outcome: requestOutcome,
    status: z
      .int()
      .meta({ description: "The provider's; that of Patchbay where the provider did not answer." }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'Why Patchbay refused it, or why it failed; null where it was answered.' }),
    durationMs: z.int().meta({ description: 'Until the end of the answer.' }),
    bytesSent: counted('Bytes of the request body.'),
    bytesReceived: counted('Bytes of the response body.'),
  })
  .meta({
    id: 'RelayedRequest',
    description: 'A request to the provider of an integration, without its query, its body and its headers.',
  });

export const RelayedRequestPage = z
  .object({
    requests: z.array(RelayedRequest).meta({ description: 'Newest first.' }),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })
  .meta({ id: 'RelayedRequestPage', description: 'A page of the last relayed requests of an integration.' });

export const relayedRequestQuery = z.strictObject({
  outcome: requestOutcome.exactOptional().meta({ description: 'Only requests that ended so.' }),
  cursor: programText(512).exactOptional().meta({ description: '`nextCursor` of the previous page.' }),
  limit: queryInteger(1, 200).prefault(50).meta({ description: 'How many requests a page has at most.' }),
});

/** As it is sent, whatever it is. */
export const RelayedBody = z.string().meta({
  id: 'RelayedBody',
  format: 'binary',
  description: "Bytes of the provider's own content type. They are passed on unchanged.",
});

export const accountExample: z.input<typeof Account> = {
  id: '4445556666',
  name: 'Nordlicht GmbH',
  type: 'customer',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  status: 'ENABLED',
  parentId: null,
  setting: { name: 'customerId', value: '4445556666' },
};

export const grantExample: z.input<typeof Grant> = {
  id: '0199c1f8-9eb5-70ca-b26d-f72e39db0c13',
  apiKey: { id: apiKeyExample.id, name: apiKeyExample.name, prefix: apiKeyExample.prefix },
  access: 'read',
  accounts: [accountExample.id],
  status: 'active',
  createdByEmail: exampleWorld.ada.email,
  createdAt: '2026-11-16T09:00:00.000Z',
  expiresAt: '2027-02-14T09:00:00.000Z',
  lastUsedAt: null,
};

export const useExample: z.input<typeof Use> = {
  hour: '2026-11-16T14:00:00.000Z',
  caller: {
    type: 'user',
    id: exampleWorld.ada.id,
    name: exampleWorld.ada.name,
    apiKeyPrefix: null,
  },
  grantId: null,
  api: 'googleads',
  reads: 12,
  changes: 0,
  refused: 0,
  failed: 1,
  bytesSent: 1_536,
  bytesReceived: 483_328,
};

export const relayedRequestExample: z.input<typeof RelayedRequest> = {
  id: '0199c1f9-0b2e-7a15-8f64-2f1f0c6f4a77',
  at: '2026-11-16T14:03:27.000Z',
  caller: useExample.caller,
  grantId: null,
  api: 'googleads',
  method: 'POST',
  path: `/customers/${accountExample.id}/campaigns:mutate`,
  account: accountExample.id,
  outcome: 'refused',
  status: 403,
  detail: 'This request may change something: it needs `manage`.',
  durationMs: 4,
  bytesSent: 61,
  bytesReceived: 0,
};

export const grantParamsExample = { ...integrationParamsExample, grantId: grantExample.id };
export const relayParamsExample = {
  ...integrationParamsExample,
  api: 'googleads',
  path: `customers/${accountExample.id}:generateKeywordHistoricalMetrics`,
};
