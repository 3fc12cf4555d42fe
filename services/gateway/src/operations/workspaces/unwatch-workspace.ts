import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const unwatchWorkspace = defineOperation({
  id: 'unwatchWorkspace',
  group: 'workspaces',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/watch',
  summary: 'No longer watch a workspace',
  description:
    'Ends the mails about integrations of the workspace. It changes nothing for somebody who does not watch it.',
  credentials: 'session',
  access: inWorkspace.see,
  takesAway: true,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: { status: 204, description: 'Not watched' },
  assistant: ends,
  audit: { none: 'concerns only the mails that the caller gets' },
  async handle({ params, callOptions }, { workspaces }) {
    await workspaces.unwatchWorkspace(workspaceOf(params), callOptions);
  },
});
