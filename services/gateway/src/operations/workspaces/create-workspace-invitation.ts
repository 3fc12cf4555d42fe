import { roleToProto } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { lifetimes, most } from '@patchbay/platform/bounds';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, newInvitation, workspaceInvitationExample } from '../../schemas/invitation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { limitsOfNewInvitations } from '../invitation-limits.ts';
import { workspaceOf } from './workspace.ts';

export const createWorkspaceInvitation = defineOperation({
  id: 'createWorkspaceInvitation',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations',
  summary: 'Invite somebody into a workspace',
  description: `Invites somebody into the workspace, and mails them a link that is valid for ${lifetimes.invitationHours} hours. \`role\` is the one in the workspace; somebody who is not of the organization becomes a guest of it. An address that holds the role or a higher one already, or has a pending invitation into the workspace, is a 409; so is an invitation beyond ${most.pendingInvitations} pending ones. An API key cannot invite an \`admin\` (403): who becomes one is decided by a person.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.invite,
  limits: limitsOfNewInvitations,
  params: workspaceParams,
  body: newInvitation,
  examples: {
    params: workspaceParamsExample,
    body: { email: workspaceInvitationExample.email, role: 'admin' },
  },
  answer: {
    status: 201,
    description: 'The pending invitation',
    schema: Invitation,
    example: workspaceInvitationExample,
    links: { resendWorkspaceInvitation: { id: '/id' }, cancelWorkspaceInvitation: { id: '/id' } },
  },
  audit: ['invitation.created'],
  async handle({ params, body, callOptions }, { invitations }) {
    const { invitation } = await invitations.createInvitation(
      { ...workspaceOf(params), email: body.email, role: roleToProto(body.role) },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
