import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import {
  organizationMemberParams,
  organizationMemberParamsExample,
} from '../../schemas/organization-member.ts';

export const removeOrganizationMember = defineOperation({
  id: 'removeOrganizationMember',
  group: 'organizations',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/members/{userId}',
  summary: 'Remove a member, or leave',
  description:
    "Admins remove anyone; everyone may leave. Assignments to workspaces end with the membership, and the person's user- and workspace-level API keys are revoked. Organization-level keys that the person created go on working: the audit entry names the live ones in `metadata.organizationKeys`, so that an admin can rotate or revoke them. The last admin stays.",
  credentials: 'session',
  access: inOrganization.removeMember,
  params: organizationMemberParams,
  examples: { params: organizationMemberParamsExample },
  answer: { status: 204, description: 'Not a member any more' },
  audit: ['member.removed', 'api_key.revoked'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { organization }) {
    await organization.removeMember({ organizationSlug: params.orgSlug, userId: params.userId }, callOptions);
  },
});
