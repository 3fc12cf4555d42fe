import { inOrganization } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { freshForResentAdmins, limitsOfResentInvitations } from '../../limits/invitations.ts';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import {
  Invitation,
  invitationExample,
  organizationInvitationParams,
  organizationInvitationParamsExample,
} from '../../schemas/invitation.ts';

export const resendOrganizationInvitation = defineOperation({
  id: 'resendOrganizationInvitation',
  group: 'organizations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/invitations/{id}/resend',
  summary: 'Resend an invitation',
  description: `Emails the link of an invitation again and extends it by ${lifetimes.invitationHours} hours, to ${lifetimes.invitationDaysAhead} days from now at most. An expired invitation becomes pending again. One that is answered or canceled is a 409. An API key cannot resend the invitation of an \`admin\` (403).`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  fresh: freshForResentAdmins,
  limits: limitsOfResentInvitations,
  params: organizationInvitationParams,
  examples: { params: organizationInvitationParamsExample },
  answer: {
    status: 200,
    description: 'The invitation with its new expiry',
    schema: Invitation,
    example: { ...invitationExample, expiresAt: '2026-11-19T09:30:00.000Z' },
  },
  assistant: never('gives access'),
  audit: ['invitation.resent'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.resendInvitation(
      { organizationSlug: params.orgSlug, invitationId: params.id },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
