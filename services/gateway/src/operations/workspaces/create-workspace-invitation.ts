import { roleToProto } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most } from '@patchbay/platform/maximums';
import { limitsOfNewInvitations } from '../../limits/invitations.ts';
import { never } from '../../operation/assistant.ts';
import { freshForAdmins } from '../../operation/fresh.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, newInvitation, workspaceInvitationExample } from '../../schemas/invitation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const createWorkspaceInvitation = defineOperation({
  id: 'createWorkspaceInvitation',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations',
  summary: 'Invite someone to a workspace',
  description: `Invites someone to the workspace, and emails them a link that is valid for ${lifetimes.invitationHours} hours. \`role\` is the one in the workspace; someone who is not in the organization becomes a guest of it. An address that already has this role or a higher one, or a pending invitation to the workspace, is a 409; so is an invitation beyond ${most.pendingInvitations} pending ones. An API key cannot invite an \`admin\` (403): a person decides who becomes one.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.invite,
  fresh: freshForAdmins,
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
  assistant: never('gives access'),
  audit: ['invitation.created'],
  async handle({ params, body, callOptions }, { invitations }) {
    const { invitation } = await invitations.createInvitation(
      { ...workspaceOf(params), email: body.email, role: roleToProto(body.role) },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
