import { z } from 'zod';

export const ProviderField = z
  .object({
    name: z.string(),
    label: z.string(),
    type: z.enum(['string', 'secret', 'integer', 'boolean', 'enum']),
    required: z.boolean(),
    description: z.string().optional(),
    pattern: z.string().optional(),
    options: z.array(z.string()).optional(),
    default: z.string().optional(),
    group: z.string().optional().meta({
      description: 'Fields with a group are alternatives: exactly one group is filled in whole.',
    }),
  })
  .meta({ id: 'ProviderField', description: 'A field that a provider asks for.' });

export const category = z.enum(['dsp', 'ssp', 'wg']).nullable().meta({
  description: 'Demand side, supply side, or a walled garden, which sells its own space.',
});
export const authMethod = z.enum(['oauth', 'credentials']).nullable().meta({
  description: "Whether the client consents at the provider, or fills in the provider's `connectFields`.",
});

export const Provider = z
  .object({
    provider: z.string().meta({ description: 'The provider value.' }),
    name: z.string(),
    category,
    authMethod,
    configured: z.boolean().meta({
      description: 'False for an OAuth provider whose client this installation does not have.',
    }),
    connectFields: z.array(ProviderField),
    settingsFields: z.array(ProviderField),
    documentationUrl: z.string(),
  })
  .meta({ id: 'Provider', description: 'An advertising system that can be connected.' });

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
    },
  ],
  documentationUrl: 'https://developers.google.com/google-ads/api/docs/start',
};
