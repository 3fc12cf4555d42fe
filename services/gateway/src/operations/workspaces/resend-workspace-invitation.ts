import { inWorkspace } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/bounds';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import {
  Invitation,
  workspaceInvitationExample,
  workspaceInvitationParams,
  workspaceInvitationParamsExample,
} from '../../schemas/invitation.ts';
import { limitsOfResentInvitations } from '../invitation-limits.ts';
import { workspaceOf } from './workspace.ts';

export const resendWorkspaceInvitation = defineOperation({
  id: 'resendWorkspaceInvitation',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/resend',
  summary: 'Send an invitation again',
  description: `Mails the link of an invitation again and moves its expiry ${lifetimes.invitationHours} hours on, never more than ${lifetimes.invitationDaysAhead} days ahead. An expired invitation becomes pending again. One that is answered or canceled is a 409. An API key cannot resend the invitation of an \`admin\` (403).`,
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
