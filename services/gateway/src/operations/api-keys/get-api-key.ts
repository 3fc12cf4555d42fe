import { inOrganization } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKey, apiKeyExample, apiKeyParams, apiKeyParamsExample } from '../../schemas/api-key.ts';
import { apiKeyOf } from './api-key.ts';

export const getApiKey = defineOperation({
  id: 'getApiKey',
  group: 'api-keys',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/api-keys/{id}',
  summary: 'Read an API key',
  description: 'Returns a key that the caller may see, without its secret.',
  credentials: 'session',
  access: inOrganization.see,
  params: apiKeyParams,
  examples: { params: apiKeyParamsExample },
  answer: { status: 200, description: 'The key', schema: ApiKey, example: apiKeyExample },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { apiKeys }) {
    const { apiKey } = await apiKeys.getApiKey(apiKeyOf(params), callOptions);
    return presentApiKey(apiKey);
  },
});
