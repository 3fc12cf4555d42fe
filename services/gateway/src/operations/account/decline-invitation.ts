import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, invitationExample, ownInvitationParams } from '../../schemas/invitation.ts';

export const declineInvitation = defineOperation({
  id: 'declineInvitation',
  group: 'account',
  method: 'POST',
  path: '/v1/me/invitations/{id}/decline',
  summary: 'Decline an invitation',
  description:
    'Declines an invitation that is addressed to the caller. Nothing else changes, and the caller can be invited again. An invitation that is expired, answered or canceled is a 409; one that is addressed to someone else is a 404.',
  credentials: 'session',
  access: { scope: 'self' },
  params: ownInvitationParams,
  examples: { params: { id: invitationExample.id } },
  answer: {
    status: 200,
    description: 'The invitation, declined',
    schema: Invitation,
    example: { ...invitationExample, status: 'declined' },
  },
  assistant: ends,
  audit: ['invitation.declined'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.declineInvitation({ invitationId: params.id }, callOptions);
    return presentInvitation(invitation);
  },
});
