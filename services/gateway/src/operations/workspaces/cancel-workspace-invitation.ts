import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import {
  Invitation,
  workspaceInvitationExample,
  workspaceInvitationParams,
  workspaceInvitationParamsExample,
} from '../../schemas/invitation.ts';
import { workspaceOf } from './workspace.ts';

export const cancelWorkspaceInvitation = defineOperation({
  id: 'cancelWorkspaceInvitation',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations/{id}/cancel',
  summary: 'Cancel an invitation',
  description:
    'Cancels a pending or expired invitation: its link stops working. One that is already answered or canceled is a 409.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.invite,
  takesAway: true,
  params: workspaceInvitationParams,
  examples: { params: workspaceInvitationParamsExample },
  answer: {
    status: 200,
    description: 'The invitation, canceled',
    schema: Invitation,
    example: { ...workspaceInvitationExample, status: 'canceled' },
  },
  assistant: ends,
  audit: ['invitation.canceled'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { invitations }) {
    const { invitation } = await invitations.cancelInvitation(
      { ...workspaceOf(params), invitationId: params.id },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
