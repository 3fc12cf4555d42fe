import { inWorkspace } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const watchWorkspace = defineOperation({
  id: 'watchWorkspace',
  group: 'workspaces',
  method: 'PUT',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/watch',
  summary: 'Watch a workspace',
  description:
    'Mails the caller when integrations of the workspace break, and seven days and one day before an authorization ends: at most one mail an hour for all workspaces of the organization. Whoever creates an integration begins to watch its workspace. Watching ends when the person can no longer see the workspace. It changes nothing for somebody who watches it already.',
  credentials: 'session',
  access: inWorkspace.see,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: { status: 204, description: 'Watched' },
  assistant: never('gives access'),
  audit: { none: 'concerns only the mails that the caller gets' },
  async handle({ params, callOptions }, { workspaces }) {
    await workspaces.watchWorkspace(workspaceOf(params), callOptions);
  },
});
