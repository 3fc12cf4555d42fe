import { inOrganization } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKey, apiKeyExample, apiKeyParams, apiKeyParamsExample } from '../../schemas/api-key.ts';
import { apiKeyOf } from './api-key.ts';

export const disableApiKey = defineOperation({
  id: 'disableApiKey',
  group: 'api-keys',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/api-keys/{id}/disable',
  summary: 'Disable an API key',
  description:
    'Disables a key that the caller may manage: it is refused from the next request on, until it is enabled again. A key that is already disabled stays as it is; a revoked or expired one is a 409.',
  credentials: 'session',
  access: inOrganization.see,
  takesAway: true,
  params: apiKeyParams,
  examples: { params: apiKeyParamsExample },
  answer: {
    status: 200,
    description: 'The key as it is now',
    schema: ApiKey,
    example: { ...apiKeyExample, status: 'disabled' },
  },
  assistant: ends,
  audit: ['api_key.disabled'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { apiKeys }) {
    const { apiKey } = await apiKeys.disableApiKey(apiKeyOf(params), callOptions);
    return presentApiKey(apiKey);
  },
});
