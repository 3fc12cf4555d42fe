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
    'Removes a member, or lets the caller leave. The person is removed from every workspace, and their user- and workspace-level API keys are revoked. Organization-level keys that they created go on working: the entry in the audit trail names them in `metadata.organizationKeys` (where there are too many for an entry, the first of them, and the number of the others in `metadata.organizationKeysOmitted`), so that an admin can rotate or revoke them. `metadata.liveConnectLinks` counts the live connect links that the person could read, and may have kept: issue new ones or revoke them. The last admin cannot be removed (409).',
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
