import { never } from '../../operation/assistant.ts';
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
    'Accepts an invitation that is addressed to the caller. The caller becomes a member of the organization, or is assigned to the workspace, with the role of the invitation; a higher role that the caller already has stays. An invitation that is expired, answered or canceled, or whose sender may no longer invite, is a 409, and so is one into a closed organization; one into a suspended organization is a 403; one that is addressed to someone else is a 404.',
  credentials: 'session',
  access: { scope: 'self' },
  params: ownInvitationParams,
  examples: { params: { id: invitationExample.id } },
  answer: {
    status: 200,
    description: 'The invitation, accepted',
    schema: Invitation,
    example: { ...invitationExample, status: 'accepted' },
    links: { getOrganization: { orgSlug: '/organization/slug' } },
  },
  assistant: never('gives access'),
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
