import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganizationMember } from '../../present/organization-member.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { OrganizationMember, organizationMemberExample } from '../../schemas/organization-member.ts';

export const listOrganizationMembers = defineOperation({
  id: 'listOrganizationMembers',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/members',
  summary: 'List the members of an organization',
  description: 'Every membership with its role, oldest first. Guests are refused.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.seeMembers,
  params: organizationParams,
  examples: { params: { orgSlug: 'acme' } },
  answer: {
    status: 200,
    description: 'The members',
    schema: z.object({ members: z.array(OrganizationMember) }),
    example: { members: [organizationMemberExample] },
  },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { organization }) {
    const { members } = await organization.listMembers({ organizationSlug: params.orgSlug }, callOptions);
    return { members: members.map(presentOrganizationMember) };
  },
});
