import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKey, apiKeyExample } from '../../schemas/api-key.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  group: 'api-keys',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/api-keys',
  summary: 'List API keys',
  description:
    "Oldest first: everyone sees their own, admins every organization- and workspace-level key, effective admins of a workspace that workspace's.",
  credentials: 'session',
  access: inOrganization.see,
  params: organizationParams,
  examples: { params: { orgSlug: 'acme' } },
  answer: {
    status: 200,
    description: 'The keys that the caller may see',
    schema: z.object({ apiKeys: z.array(ApiKey) }),
    example: { apiKeys: [apiKeyExample] },
  },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { apiKeys } = await services.apiKeys.listApiKeys({ organizationSlug: params.orgSlug }, callOptions);
    return { apiKeys: apiKeys.map(presentApiKey) };
  },
});
