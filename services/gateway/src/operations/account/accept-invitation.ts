import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, invitationExample, ownInvitationParams } from '../../schemas/invitation.ts';

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  group: 'account',
  method: 'POST',
  path: '/v1/me/invitations/{id}/accept',
  summary: 'Accept an invitation',
  description:
    'Only those addressed to the caller; one that is expired, answered or canceled is a conflict. Accepting never lowers a role.',
  credentials: 'session',
  access: { scope: 'self' },
  params: ownInvitationParams,
  examples: { params: { id: invitationExample.id } },
  answer: {
    status: 200,
    description: 'The invitation, accepted',
    schema: Invitation,
    example: { ...invitationExample, status: 'accepted' },
  },
  audit: [
    'invitation.accepted',
    'member.added',
    'member.role_changed',
    'workspace_member.added',
    'workspace_member.role_changed',
  ],
  problems: ['conflict'],
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.acceptInvitation({ invitationId: params.id }, callOptions);
    return presentInvitation(invitation);
  },
});
