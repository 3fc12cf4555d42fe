import { inWorkspace } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most, withCommas } from '@patchbay/platform/maximums';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { InvitationList, workspaceInvitationExample } from '../../schemas/invitation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const listWorkspaceInvitations = defineOperation({
  id: 'listWorkspaceInvitations',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/invitations',
  summary: 'List invitations to a workspace',
  description: `Returns the invitations to the workspace, in every status, oldest first: all that are pending, and the newest ${withCommas(most.endedInvitations)} others. They are kept for ${lifetimes.endedInvitationDays} days after they expire.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.invite,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The invitations',
    schema: InvitationList,
    example: { invitations: [workspaceInvitationExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { invitations } = await services.invitations.listInvitations(workspaceOf(params), callOptions);
    return { invitations: invitations.map(presentInvitation) };
  },
});
