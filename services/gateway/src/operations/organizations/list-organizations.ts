import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { Organization, organizationExample } from '../../schemas/organization.ts';

export const listOrganizations = defineOperation({
  id: 'listOrganizations',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations',
  summary: 'List your organizations',
  description: 'Every organization that the caller belongs to, oldest first.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The organizations',
    schema: z.object({ organizations: z.array(Organization) }),
    example: { organizations: [organizationExample] },
  },
  audit: { none: 'a read' },
  async handle({ callOptions }, { organization }) {
    const { organizations } = await organization.listOrganizations({}, callOptions);
    return { organizations: organizations.map(presentOrganization) };
  },
});
