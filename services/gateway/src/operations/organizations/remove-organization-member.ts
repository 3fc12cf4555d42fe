import type { CallOptions } from '@connectrpc/connect';
import { inOrganization } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import {
  organizationMemberParams,
  organizationMemberParamsExample,
} from '../../schemas/organization-member.ts';
import type { Services } from '../../services.ts';

/** In milliseconds, of each of the two calls. */
const countTimeoutMs = 2_000;

async function countReadableLinks(
  { organization, integration }: Pick<Services, 'organization' | 'integration'>,
  member: { readonly organizationSlug: string; readonly userId: string },
  callOptions: CallOptions,
) {
  const options = { ...callOptions, timeoutMs: countTimeoutMs };
  const { organizationId, all, workspaceIds } = await organization.listReadableWorkspaces(member, options);
  const workspaces = all ? {} : { workspaces: { ids: workspaceIds } };
  return integration.countLiveConnectLinks({ organizationId, ...workspaces }, options);
}

export const removeOrganizationMember = defineOperation({
  id: 'removeOrganizationMember',
  group: 'organizations',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/members/{userId}',
  summary: 'Remove a member, or leave',
  description:
    'Removes a member, or lets the caller leave. The person is removed from every workspace, and their user- and workspace-level API keys are revoked. Organization-level keys that they created go on working: the entry in the audit trail names them in `metadata.organizationKeys` (where there are too many for an entry, the first of them, and the number of the others in `metadata.organizationKeysOmitted`), so that an admin can rotate or revoke them. `metadata.liveConnectLinks` counts the live connect links that the person could read, and may have kept; it is left out where they could not be counted: issue new ones or revoke them. The last admin cannot be removed (409).',
  credentials: 'session',
  access: inOrganization.removeMember,
  takesAway: true,
  params: organizationMemberParams,
  examples: { params: organizationMemberParamsExample },
  answer: { status: 204, description: 'No longer a member' },
  assistant: ends,
  audit: ['member.removed', 'api_key.revoked'],
  problems: ['conflict'],
  async handle({ params, callOptions }, services) {
    const member = { organizationSlug: params.orgSlug, userId: params.userId };
    // Nobody stays a member because a service cannot count, or is too old to know how.
    const counted = await countReadableLinks(services, member, callOptions).catch(() => undefined);
    const liveConnectLinks = counted && { liveConnectLinks: counted.count };
    await services.organization.removeMember({ ...member, ...liveConnectLinks }, callOptions);
  },
});
