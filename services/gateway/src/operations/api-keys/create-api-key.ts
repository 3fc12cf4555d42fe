import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { inOrganization } from '@patchbay/access/rules';
import { most, withCommas } from '@patchbay/platform/maximums';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKeyWithSecret } from '../../present/api-key.ts';
import { ApiKeyWithSecret, apiKeyWithSecretExample, newApiKey } from '../../schemas/api-key.ts';
import { exampleWorld, organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { apiKeyLinks, freshForNewPowerfulKeys, keyLimits } from './api-key.ts';

export const createApiKey = defineOperation({
  id: 'createApiKey',
  group: 'api-keys',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/api-keys',
  summary: 'Create an API key',
  description: `Creates an API key. Everyone may create keys that act as themselves (level \`user\`), admins of the organization keys for it (level \`organization\`), effective admins of a workspace keys for that workspace (level \`workspace\`). The key is shown in this response only. An organization has at most ${withCommas(most.keysOfOrganization)} live organization- and workspace-level keys, and each person at most ${most.keysOfPerson} user-level keys: beyond that it is a 409.`,
  credentials: 'session',
  access: inOrganization.see,
  fresh: freshForNewPowerfulKeys,
  limits: keyLimits,
  params: organizationParams,
  body: newApiKey,
  examples: {
    params: organizationParamsExample,
    body: {
      name: 'Reporting',
      level: 'workspace',
      role: 'viewer',
      workspaceSlug: exampleWorld.workspace.slug,
      expiresInDays: 90,
    },
  },
  answer: {
    status: 201,
    description: 'The key',
    schema: ApiKeyWithSecret,
    example: apiKeyWithSecretExample,
    links: apiKeyLinks,
  },
  assistant: never('shows or takes a credential'),
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
