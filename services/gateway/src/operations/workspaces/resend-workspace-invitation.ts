import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import {
  Invitation,
  workspaceInvitationExample,
  workspaceInvitationParams,
  workspaceInvitationParamsExample,
} from '../../schemas/invitation.ts';
import { limitsOfResentInvitations } from '../invitation-limits.ts';
import { workspaceOf } from './path.ts';

export const resendWorkspaceInvitation = defineOperation({
  id: 'resendWorkspaceInvitation',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/resend',
  summary: 'Send an invitation again',
  description:
    'Effective admins of the workspace may, through an API key not one that offers `admin`. Mails the same link and moves its end 48 hours on, never more than 30 days ahead; an expired one comes back to life. One that is answered or canceled is a conflict.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.invite,
  limits: limitsOfResentInvitations,
  params: workspaceInvitationParams,
  examples: { params: workspaceInvitationParamsExample },
  answer: {
    status: 200,
    description: 'The invitation with its new end',
    schema: Invitation,
    example: { ...workspaceInvitationExample, expiresAt: '2026-11-19T09:30:00.000Z' },
  },
  audit: ['invitation.resent'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.resendInvitation(
      { ...workspaceOf(params), invitationId: params.id },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
