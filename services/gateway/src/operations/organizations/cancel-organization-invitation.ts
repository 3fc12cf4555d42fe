import { inOrganization } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import {
  Invitation,
  invitationExample,
  organizationInvitationParams,
  organizationInvitationParamsExample,
} from '../../schemas/invitation.ts';

export const cancelOrganizationInvitation = defineOperation({
  id: 'cancelOrganizationInvitation',
  group: 'organizations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/invitations/{id}/cancel',
  summary: 'Cancel an invitation',
  description:
    'Cancels a pending or expired invitation: its link stops working. One that is already answered or canceled is a 409.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  takesAway: true,
  params: organizationInvitationParams,
  examples: { params: organizationInvitationParamsExample },
  answer: {
    status: 200,
    description: 'The invitation, canceled',
    schema: Invitation,
    example: { ...invitationExample, status: 'canceled' },
  },
  assistant: ends,
  audit: ['invitation.canceled'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.cancelInvitation(
      { organizationSlug: params.orgSlug, invitationId: params.id },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
