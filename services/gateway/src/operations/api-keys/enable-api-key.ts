import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKey, apiKeyExample, apiKeyParams, apiKeyParamsExample } from '../../schemas/api-key.ts';
import { apiKeyOf, freshForPowerfulKeys } from './api-key.ts';

export const enableApiKey = defineOperation({
  id: 'enableApiKey',
  group: 'api-keys',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/api-keys/{id}/enable',
  summary: 'Enable an API key',
  description:
    'Enables a disabled key. The caller must be allowed to manage it and to create such a key now. A key that is not disabled stays as it is; a revoked or expired one is a 409.',
  credentials: 'session',
  access: inOrganization.see,
  fresh: freshForPowerfulKeys,
  params: apiKeyParams,
  examples: { params: apiKeyParamsExample },
  answer: {
    status: 200,
    description: 'The key as it is now',
    schema: ApiKey,
    example: apiKeyExample,
  },
  assistant: never('gives access'),
  audit: ['api_key.enabled'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { apiKeys }) {
    const { apiKey } = await apiKeys.enableApiKey(apiKeyOf(params), callOptions);
    return presentApiKey(apiKey);
  },
});
