import { inOrganization } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganizationMember } from '../../present/organization.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import {
  adminExample,
  OrganizationMemberList,
  organizationMemberExample,
} from '../../schemas/organization-member.ts';

export const listOrganizationMembers = defineOperation({
  id: 'listOrganizationMembers',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/members',
  summary: 'List the members of an organization',
  description: 'Returns every membership with its role, oldest first.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.seeMembers,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The members',
    schema: OrganizationMemberList,
    example: { members: [adminExample, organizationMemberExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { organization }) {
    const { members } = await organization.listMembers({ organizationSlug: params.orgSlug }, callOptions);
    return { members: members.map(presentOrganizationMember) };
  },
});
