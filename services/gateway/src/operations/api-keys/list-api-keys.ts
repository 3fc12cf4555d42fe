import { inOrganization } from '@patchbay/access/rules';
import { most, withCommas } from '@patchbay/platform/maximums';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentApiKey } from '../../present/api-key.ts';
import { ApiKeyList, apiKeyExample } from '../../schemas/api-key.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  group: 'api-keys',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/api-keys',
  summary: 'List API keys',
  description: `Returns the keys that the caller may see, oldest first: everyone sees their own, admins of the organization also every organization- and workspace-level key, effective admins of a workspace also the keys of that workspace. Of revoked and expired keys the list has the newest ${withCommas(most.deadKeysOfOrganization)}; of a person's user-level ones the newest ${most.deadKeysOfPerson} are kept.`,
  credentials: 'session',
  access: inOrganization.see,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The keys that the caller may see',
    schema: ApiKeyList,
    example: { apiKeys: [apiKeyExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { apiKeys } = await services.apiKeys.listApiKeys({ organizationSlug: params.orgSlug }, callOptions);
    return { apiKeys: apiKeys.map(presentApiKey) };
  },
});
