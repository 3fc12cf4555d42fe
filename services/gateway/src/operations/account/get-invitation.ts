import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitationPreview } from '../../present/invitation.ts';
import {
  InvitationPreview,
  invitationLinkParams,
  invitationPreviewExample,
} from '../../schemas/invitation.ts';

export const getInvitation = defineOperation({
  id: 'getInvitation',
  group: 'account',
  method: 'GET',
  path: '/v1/invitations/{token}',
  summary: 'Preview an invitation from its emailed link',
  description:
    'Shows what an invitation is about to whoever has its emailed link, even after it was answered. The link stays the same when the invitation is sent again.',
  credentials: 'none',
  access: { scope: 'public' },
  params: invitationLinkParams,
  examples: { params: { token: 'q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA' } },
  answer: {
    status: 200,
    description: 'What the link shows',
    schema: InvitationPreview,
    example: invitationPreviewExample,
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.previewInvitation({ token: params.token }, callOptions);
    return presentInvitationPreview(invitation);
  },
});
