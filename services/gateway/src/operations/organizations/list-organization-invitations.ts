import { inOrganization } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most, withCommas } from '@patchbay/platform/maximums';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { InvitationList, invitationExample } from '../../schemas/invitation.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const listOrganizationInvitations = defineOperation({
  id: 'listOrganizationInvitations',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/invitations',
  summary: 'List invitations to an organization',
  description: `Returns the invitations to the organization, in every status, oldest first: all that are pending, and the newest ${withCommas(most.endedInvitations)} others. They are kept for ${lifetimes.endedInvitationDays} days after they expire. Invitations to its workspaces are listed with the workspaces.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The invitations',
    schema: InvitationList,
    example: { invitations: [invitationExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { invitations } = await services.invitations.listInvitations(
      { organizationSlug: params.orgSlug },
      callOptions,
    );
    return { invitations: invitations.map(presentInvitation) };
  },
});
