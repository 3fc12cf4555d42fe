import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import {
  Invitation,
  invitationExample,
  organizationInvitationParams,
  organizationInvitationParamsExample,
} from '../../schemas/invitation.ts';
import { limitsOfResentInvitations } from '../invitation-limits.ts';

export const resendOrganizationInvitation = defineOperation({
  id: 'resendOrganizationInvitation',
  group: 'organizations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/invitations/{id}/resend',
  summary: 'Send an invitation again',
  description:
    'Admins may, through an API key not one that offers `admin`. Mails the same link and moves its end 48 hours on, never more than 30 days ahead; an expired one comes back to life. One that is answered or canceled is a conflict.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  limits: limitsOfResentInvitations,
  params: organizationInvitationParams,
  examples: { params: organizationInvitationParamsExample },
  answer: {
    status: 200,
    description: 'The invitation with its new end',
    schema: Invitation,
    example: { ...invitationExample, expiresAt: '2026-11-19T09:30:00.000Z' },
  },
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
