import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, invitationExample } from '../../schemas/invitation.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const listOrganizationInvitations = defineOperation({
  id: 'listOrganizationInvitations',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/invitations',
  summary: 'List invitations into an organization',
  description: 'Admins may. Every status, oldest first. Those into its workspaces are listed there.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  params: organizationParams,
  examples: { params: { orgSlug: 'acme' } },
  answer: {
    status: 200,
    description: 'The invitations',
    schema: z.object({ invitations: z.array(Invitation) }),
    example: { invitations: [invitationExample] },
  },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { invitations } = await services.invitations.listInvitations(
      { organizationSlug: params.orgSlug },
      callOptions,
    );
    return { invitations: invitations.map(presentInvitation) };
  },
});
