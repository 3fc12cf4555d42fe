import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { Organization, organizationExample, organizationParams } from '../../schemas/organization.ts';

export const restoreOrganization = defineOperation({
  id: 'restoreOrganization',
  group: 'organizations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/restore',
  summary: 'Restore a closed organization',
  description:
    'Opens a closed organization again, until `deletesAt`: its members, API keys, integrations and webhooks are as they were. An organization that is not closed is a 409.',
  credentials: 'session',
  access: inOrganization.close,
  inClosed: 'only',
  fresh: true,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    description: 'The organization, which is open again',
    schema: Organization,
    example: organizationExample,
  },
  assistant: never('gives access'),
  audit: ['organization.restored'],
  problems: ['conflict'],
  async handle({ params, callOptions }, services) {
    const { organization } = await services.organization.restoreOrganization(
      { slug: params.orgSlug },
      callOptions,
    );
    return presentOrganization(organization);
  },
});
