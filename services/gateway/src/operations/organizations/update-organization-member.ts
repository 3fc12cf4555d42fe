import { roleToProto } from '@patchbay/access/proto';
import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { freshForAdmins } from '../../operation/fresh.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganizationMember } from '../../present/organization.ts';
import {
  OrganizationMember,
  organizationMemberExample,
  organizationMemberParams,
  organizationMemberParamsExample,
} from '../../schemas/organization-member.ts';
import { roleChange } from '../../schemas/role.ts';

export const updateOrganizationMember = defineOperation({
  id: 'updateOrganizationMember',
  group: 'organizations',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}/members/{userId}',
  summary: "Change a member's role",
  description: 'Changes the role of a member. The last admin keeps the role `admin` (409).',
  credentials: 'session',
  access: inOrganization.changeRoles,
  fresh: freshForAdmins,
  params: organizationMemberParams,
  body: roleChange,
  examples: { params: organizationMemberParamsExample, body: { role: 'viewer' } },
  answer: {
    status: 200,
    description: 'The member as it is now',
    schema: OrganizationMember,
    example: organizationMemberExample,
  },
  assistant: never('gives access'),
  audit: ['member.role_changed'],
  problems: ['conflict'],
  async handle({ params, body, callOptions }, { organization }) {
    const { member } = await organization.updateMember(
      { organizationSlug: params.orgSlug, userId: params.userId, role: roleToProto(body.role) },
      callOptions,
    );
    return presentOrganizationMember(member);
  },
});
