import { roleToProto } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, invitationBody, workspaceInvitationExample } from '../../schemas/invitation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { limitsOfNewInvitations } from '../invitation-limits.ts';
import { workspaceOf } from './path.ts';

export const createWorkspaceInvitation = defineOperation({
  id: 'createWorkspaceInvitation',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations',
  summary: 'Invite somebody into a workspace',
  description:
    'Effective admins of the workspace may, through an API key not as `admin`: who becomes one is decided by a person. Mails a link that is valid for 48 hours. `role` is the one in the workspace; a stranger becomes a guest of the organization. Refused where the address holds the role or a higher one already, or has a pending invitation into the workspace.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.invite,
  limits: limitsOfNewInvitations,
  params: workspaceParams,
  body: invitationBody,
  examples: { params: workspaceParamsExample, body: { email: 'grace@studio.example', role: 'admin' } },
  answer: {
    status: 201,
    description: 'The pending invitation',
    schema: Invitation,
    example: workspaceInvitationExample,
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
