import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKeyWithSecret } from '../../present/api-key.ts';
import { ApiKeyWithSecret, apiKeyWithSecretExample, newApiKey } from '../../schemas/api-key.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const createApiKey = defineOperation({
  id: 'createApiKey',
  group: 'api-keys',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/api-keys',
  summary: 'Create an API key',
  description:
    'Everyone may create keys that act as themselves (level `user`), admins those of the organization, effective admins of a workspace those of the workspace. The answer is the only one that shows the key.',
  credentials: 'session',
  access: inOrganization.see,
  params: organizationParams,
  body: newApiKey,
  examples: {
    params: { orgSlug: 'acme' },
    body: {
      name: 'Reporting',
      level: 'workspace',
      role: 'viewer',
      workspaceSlug: 'brand-campaigns',
      expiresInDays: 90,
    },
  },
  answer: {
    status: 201,
    description: 'The key',
    schema: ApiKeyWithSecret,
    example: apiKeyWithSecretExample,
  },
  audit: ['api_key.created'],
  async handle({ params, body, callOptions }, { apiKeys }) {
    const { name, level, expiresInDays } = body;
    const created = await apiKeys.createApiKey(
      {
        organizationSlug: params.orgSlug,
        name,
        level: keyLevelToProto(level),
        ...(level !== 'user' && { role: roleToProto(body.role) }),
        ...(level === 'workspace' && { workspaceSlug: body.workspaceSlug }),
        ...(expiresInDays !== null && { expiresInDays }),
      },
      callOptions,
    );
    return presentApiKeyWithSecret(created);
  },
});
