import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { Organization, organizationExample, organizationParams } from '../../schemas/organization.ts';
import { renaming } from '../../schemas/text.ts';

export const updateOrganization = defineOperation({
  id: 'updateOrganization',
  group: 'organizations',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}',
  summary: 'Rename an organization',
  description: 'Renames an organization. Its slug never changes.',
  credentials: 'session',
  access: inOrganization.rename,
  params: organizationParams,
  body: renaming,
  examples: { params: organizationParamsExample, body: { name: organizationExample.name } },
  answer: {
    status: 200,
    description: 'The organization as it is now',
    schema: Organization,
    example: organizationExample,
  },
  audit: ['organization.updated'],
  async handle({ params, body, callOptions }, services) {
    const request = { slug: params.orgSlug, name: body.name };
    const { organization } = await services.organization.updateOrganization(request, callOptions);
    return presentOrganization(organization);
  },
});
