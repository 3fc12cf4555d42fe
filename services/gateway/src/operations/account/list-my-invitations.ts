import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { InvitationList, invitationExample } from '../../schemas/invitation.ts';

export const listMyInvitations = defineOperation({
  id: 'listMyInvitations',
  group: 'account',
  method: 'GET',
  path: '/v1/me/invitations',
  summary: 'List the invitations addressed to you',
  description:
    'Returns the pending invitations that are addressed to the caller, of every organization, oldest first.',
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The invitations',
    schema: InvitationList,
    example: { invitations: [invitationExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ callOptions }, services) {
    const { invitations } = await services.invitations.listMyInvitations({}, callOptions);
    return { invitations: invitations.map(presentInvitation) };
  },
});
