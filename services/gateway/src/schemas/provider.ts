import { providerValues } from '@patchbay/platform/providers';
import { z } from 'zod';
import { addressInAnswer } from './text.ts';

const value = z.union([z.string(), z.int(), z.boolean()], {
  error: 'must be a string, a whole number, true or false',
});

/** As answers contain them. */
export const fieldValues = z
  .record(z.string(), value)
  .meta({ id: 'FieldValues', description: "Values of a provider's fields, by the names of the fields." });

/**
 * Values of a provider's fields by their names, as a client sends them. Integration knows the fields: it refuses unknown names,
 * trims and validates. `__proto__` is refused here: zod and protobuf's `Struct` would drop it without an error.
 */
export const sentFieldValues = z.preprocess((sent, context) => {
  if (typeof sent === 'object' && sent !== null && Object.hasOwn(sent, '__proto__'))
    context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is not known' });
  return sent;
}, fieldValues);

export const ProviderField = z
  .object({
    name: z.string().meta({ description: 'The name in `settings`, or in the body that connects.' }),
    label: z.string().meta({ description: 'The label of the field, in words for people.' }),
    type: z
      .enum(['string', 'secret', 'integer', 'boolean', 'enum'])
      .meta({ description: '`secret`: a string that no response contains. `enum`: one of `options`.' }),
    required: z.boolean().meta({ description: 'For a field with a `group`: within that group.' }),
    description: z.string().optional(),
    pattern: z
      .string()
      .optional()
      .meta({ description: 'A regular expression (ECMA-262) that the value matches.' }),
    maxLength: z
      .int()
      .optional()
      .meta({ description: 'The most characters (code points) of a `string` or `secret`.' }),
    options: z.array(z.string()).optional(),
    default: z.string().optional(),
    group: z.string().optional().meta({
      description: 'Fields with a group are alternatives: exactly one group is filled in whole.',
    }),
  })
  .meta({ id: 'ProviderField', description: 'A field that a provider asks for.' });

export const category = z
  .enum(['dsp', 'ssp', 'wg'])
  .meta({
    id: 'ProviderCategory',
    description:
      'Demand side (`dsp`), supply side (`ssp`), or a walled garden (`wg`), which sells its own space.',
  })
  .nullable();
export const authMethod = z
  .enum(['oauth', 'credentials'])
  .meta({
    id: 'AuthMethod',
    description:
      "How a client authorizes access: by a consent at the provider (`oauth`), or by filling in the provider's `connectFields` (`credentials`).",
  })
  .nullable();

/** Integration refuses other values, together with everything else that is wrong in a request. */
export const ProviderValue = z.string().meta({
  id: 'ProviderValue',
  enum: providerValues,
  description: 'Identifies an advertising system in the API.',
});

export const useAccess = z.enum(['read', 'manage']).meta({
  id: 'UseAccess',
  description: 'What a connection may be used for: only to read, or to read and change.',
});

export const ProviderApi = z
  .object({
    name: z.string().meta({ description: 'The name in the path of relayed requests.' }),
    baseUrl: addressInAnswer.meta({
      description: 'What the path of a relayed request is added to, for default settings.',
    }),
    description: z.string(),
  })
  .meta({ id: 'ProviderApi', description: 'A base address of a provider that requests are relayed to.' });

export const FirstRead = z
  .object({
    title: z.string().meta({
      description: 'What it shows, in words for people. `{account}` stands for the name of the account.',
    }),
    api: z.string().meta({ description: 'The name of one of `apis`.' }),
    method: z.enum(['GET', 'POST']),
    path: z.string().meta({
      description:
        "Below the `baseUrl` of the api, encoded, with the query. `{account}` stands for the account's id.",
    }),
    headers: z.record(z.string(), z.string()).meta({
      description:
        'Headers of the request. `{account}` stands for the id of the account, `{parent}` for its `parentId`; without one the header is left out.',
    }),
    body: z.string().optional().meta({
      description: 'The body, as JSON. `{account}`, within strings, stands for the id of the account.',
    }),
    accountSetting: z.string().meta({
      description: 'The setting that names accounts of the kind that is read: `setting.name` of an account.',
    }),
    rows: z.string().meta({ description: 'A JSON pointer to the list in the answer.' }),
    columns: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'The head of the column, in words for people.' }),
            at: z.string().meta({ description: 'A JSON pointer within a row.' }),
          })
          .meta({ id: 'FirstReadColumn', description: 'A value of each row worth showing.' }),
      )
      .meta({ description: 'The values of a row worth showing, the name first.' }),
  })
  .meta({
    id: 'FirstRead',
    description: 'A request through the relay that only reads, and shows data of one account at once.',
  });

export const Provider = z
  .object({
    provider: ProviderValue,
    name: z.string().meta({ description: 'Display name.' }),
    category,
    authMethod,
    configured: z.boolean().meta({
      description: 'False for an OAuth provider that is not set up here, because its client is missing.',
    }),
    connectFields: z
      .array(ProviderField)
      .meta({ description: 'The fields that a client fills in to connect.' }),
    settingsFields: z
      .array(ProviderField)
      .meta({ description: 'The fields that the `settings` of an integration may have.' }),
    documentationUrl: addressInAnswer.meta({ description: "The provider's own documentation." }),
    access: z.array(useAccess).meta({ description: 'What a client can be asked for.' }),
    apis: z.array(ProviderApi).meta({ description: 'What requests can be relayed to.' }),
    listsAccounts: z.boolean().meta({ description: 'Whether `listIntegrationAccounts` works for it.' }),
    firstRead: FirstRead.optional().meta({ description: 'A request to begin with.' }),
  })
  .meta({ id: 'Provider', description: 'An advertising system that can be connected.' });

export const ProviderList = z
  .object({ providers: z.array(Provider) })
  .meta({ id: 'ProviderList', description: 'Every advertising system that can be connected.' });

export const providerExample: z.input<typeof Provider> = {
  provider: 'google_ads',
  name: 'Google Ads',
  category: 'wg',
  authMethod: 'oauth',
  configured: true,
  connectFields: [],
  settingsFields: [
    {
      name: 'loginCustomerId',
      label: 'Manager account',
      type: 'string',
      required: false,
      pattern: '^[0-9]{10}$',
      maxLength: 64,
    },
  ],
  documentationUrl: 'https://developers.google.com/google-ads/api/docs/start',
  access: ['read', 'manage'],
  apis: [
    {
      name: 'googleads',
      baseUrl: 'https://googleads.googleapis.com/v25',
      description: 'Google Ads API: accounts, campaigns, ads and reports.',
    },
  ],
  listsAccounts: true,
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'googleads',
    method: 'POST',
    path: 'customers/{account}/googleAds:search',
    headers: { 'login-customer-id': '{parent}' },
    body: '{"query":"SELECT campaign.id, campaign.name, campaign.status FROM campaign"}',
    accountSetting: 'customerId',
    rows: '/results',
    columns: [
      { name: 'Campaign', at: '/campaign/name' },
      { name: 'ID', at: '/campaign/id' },
      { name: 'Status', at: '/campaign/status' },
    ],
  },
};
