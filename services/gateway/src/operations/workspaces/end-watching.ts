import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { exampleWorld } from '../../schemas/example-world.ts';
import { EndedWatching, endOfWatching } from '../../schemas/workspace.ts';

export const endWatching = defineOperation({
  id: 'endWatching',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/watching/end',
  summary: 'End the mails about integrations by their link',
  description:
    'Ends the watching of the workspaces that a mail about integrations named, for the person who got it and without a session. The link works for 30 days, and more than once. Call this when the person has confirmed it: programs that scan mails open links too.',
  credentials: 'none',
  access: { scope: 'public' },
  body: endOfWatching,
  examples: { body: { token: 'k1.q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA' } },
  answer: {
    status: 200,
    description: 'What the person no longer watches',
    schema: EndedWatching,
    example: {
      organizationName: exampleWorld.organization.name,
      workspaceNames: [exampleWorld.workspace.name],
    },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'concerns only the mails that the person gets' },
  problems: ['not_found'],
  failedCredential: ({ code }) => code === 'not_found',
  async handle({ body, callOptions }, { workspaces }) {
    const { organizationName, workspaceNames } = await workspaces.endWatching(
      { token: body.token },
      callOptions,
    );
    return { organizationName, workspaceNames };
  },
});
