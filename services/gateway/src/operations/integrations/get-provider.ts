import { z } from 'zod';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentProvider } from '../../present/provider.ts';
import { Provider, providerExample } from '../../schemas/provider.ts';

export const getProvider = defineOperation({
  id: 'getProvider',
  group: 'integrations',
  method: 'GET',
  path: '/v1/integrations/providers/{provider}',
  summary: 'Read a provider',
  description:
    'Returns one advertising system, with the fields needed to connect it and to set it up. An unknown provider value is a 404.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: { scope: 'authenticated' },
  params: z.strictObject({
    provider: z
      .string()
      .regex(/^[a-z0-9_]{1,63}$/)
      .meta({ description: 'A provider value, as `listProviders` shows them.' }),
  }),
  examples: { params: { provider: providerExample.provider } },
  answer: { status: 200, description: 'The provider', schema: Provider, example: providerExample },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { integration }) {
    const { provider } = await integration.getProvider(params, callOptions);
    return presentProvider(provider);
  },
});
