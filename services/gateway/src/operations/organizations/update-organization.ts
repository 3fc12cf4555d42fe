import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { Organization, organizationExample, organizationParams } from '../../schemas/organization.ts';
import { resourceName } from '../../schemas/text.ts';

export const updateOrganization = defineOperation({
  id: 'updateOrganization',
  group: 'organizations',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}',
  summary: 'Rename an organization',
  description: 'Admins may. The slug never changes.',
  credentials: 'session',
  access: inOrganization.rename,
  params: organizationParams,
  body: z.strictObject({ name: resourceName }),
  examples: { params: { orgSlug: 'acme' }, body: { name: 'Acme Media' } },
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
