import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentProvider } from '../../present/provider.ts';
import { ProviderList, providerExample } from '../../schemas/provider.ts';

export const listProviders = defineOperation({
  id: 'listProviders',
  group: 'integrations',
  method: 'GET',
  path: '/v1/integrations/providers',
  summary: 'List the providers',
  description: 'Returns every advertising system that can be connected, and what each asks for.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: { scope: 'authenticated' },
  answer: {
    status: 200,
    description: 'The providers',
    schema: ProviderList,
    example: { providers: [providerExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ callOptions }, { integration }) {
    const { providers } = await integration.listProviders({}, callOptions);
    return { providers: providers.map(presentProvider) };
  },
});
