import { inOrganization } from '@patchbay/access/rules';
import { replaces } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKey, apiKeyExample, apiKeyParams, apiKeyParamsExample } from '../../schemas/api-key.ts';
import { renaming } from '../../schemas/text.ts';
import { apiKeyOf } from './api-key.ts';

export const updateApiKey = defineOperation({
  id: 'updateApiKey',
  group: 'api-keys',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}/api-keys/{id}',
  summary: 'Rename an API key',
  description:
    'Renames a key that the caller may manage. Nothing else about a key can be changed: rotate it, or create another one.',
  credentials: 'session',
  access: inOrganization.see,
  params: apiKeyParams,
  body: renaming,
  examples: { params: apiKeyParamsExample, body: { name: 'Reporting' } },
  answer: { status: 200, description: 'The key as it is now', schema: ApiKey, example: apiKeyExample },
  assistant: { changes: { ...replaces, fields: ['name'] } },
  audit: ['api_key.updated'],
  async handle({ params, body, callOptions }, { apiKeys }) {
    const { apiKey } = await apiKeys.updateApiKey({ ...apiKeyOf(params), name: body.name }, callOptions);
    return presentApiKey(apiKey);
  },
});
