import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { OrganizationList, organizationExample } from '../../schemas/organization.ts';

export const listOrganizations = defineOperation({
  id: 'listOrganizations',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations',
  summary: 'List your organizations',
  description:
    'Returns the organizations that the caller belongs to, oldest first. With an API key, that is the organization of the key.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The organizations',
    schema: OrganizationList,
    example: { organizations: [organizationExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ callOptions }, { organization }) {
    const { organizations } = await organization.listOrganizations({}, callOptions);
    return { organizations: organizations.map(presentOrganization) };
  },
});
