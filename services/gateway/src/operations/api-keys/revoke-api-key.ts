import { inOrganization } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKey, apiKeyExample, apiKeyParams, apiKeyParamsExample } from '../../schemas/api-key.ts';
import { apiKeyOf } from './api-key.ts';

export const revokeApiKey = defineOperation({
  id: 'revokeApiKey',
  group: 'api-keys',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/api-keys/{id}/revoke',
  summary: 'Revoke an API key',
  description:
    'Ends a key that the caller may manage, for good and from the next request on. A key that is already revoked stays as it is.',
  credentials: 'session',
  access: inOrganization.see,
  takesAway: true,
  params: apiKeyParams,
  examples: { params: apiKeyParamsExample },
  answer: {
    status: 200,
    description: 'The key as it is now',
    schema: ApiKey,
    example: { ...apiKeyExample, status: 'revoked' },
  },
  assistant: ends,
  audit: ['api_key.revoked'],
  async handle({ params, callOptions }, { apiKeys }) {
    const { apiKey } = await apiKeys.revokeApiKey(apiKeyOf(params), callOptions);
    return presentApiKey(apiKey);
  },
});
