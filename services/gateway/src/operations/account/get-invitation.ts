import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitationPreview } from '../../present/invitation.ts';
import { InvitationPreview, invitationPreviewExample } from '../../schemas/invitation.ts';
import { programText } from '../../schemas/text.ts';

export const getInvitation = defineOperation({
  id: 'getInvitation',
  group: 'account',
  method: 'GET',
  path: '/v1/invitations/{token}',
  summary: 'Preview an invitation by its mailed link',
  description:
    'For whoever has the link, also after the invitation was answered. The link stays the same when it is sent again.',
  credentials: 'none',
  access: { scope: 'public' },
  params: z.strictObject({ token: programText(128) }),
  examples: { params: { token: 'q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA' } },
  answer: {
    status: 200,
    description: 'What the link shows',
    schema: InvitationPreview,
    example: invitationPreviewExample,
  },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.previewInvitation({ token: params.token }, callOptions);
    return presentInvitationPreview(invitation);
  },
});
