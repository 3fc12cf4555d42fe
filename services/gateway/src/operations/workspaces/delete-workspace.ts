import type { CallOptions } from '@connectrpc/connect';
import { inOrganization } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

/** In milliseconds, of each of the two calls to integration. */
const timeoutMs = 5_000;

export const deleteWorkspace = defineOperation({
  id: 'deleteWorkspace',
  group: 'workspaces',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
  summary: 'Delete a workspace',
  description:
    'Deletes a workspace with its integrations, grants, connect links, API keys, invitations and assignments. The credentials of its integrations are destroyed, and revoked at their providers in the background. A guest without an assignment to another workspace leaves the organization. The entry in the audit trail counts what is gone; counts that could not be read are null. The slug is free at once. This cannot be undone.',
  credentials: 'session',
  access: inOrganization.deleteWorkspaces,
  fresh: true,
  takesAway: true,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: { status: 204, description: 'Deleted' },
  assistant: never('takes everything away'),
  audit: ['workspace.deleted', 'member.removed', 'api_key.revoked'],
  async handle({ params, access, callOptions }, { workspaces, integration }) {
    const workspaceId = access?.workspace?.id;
    if (workspaceId === undefined) throw internal('the access has no workspace');
    const options: CallOptions = { ...callOptions, timeoutMs };
    // No workspace stays because integration cannot be reached: it hears of the deletion by its event too.
    const destroyed = await integration.countWorkspace({ workspaceId }, options).catch(() => undefined);
    await workspaces.deleteWorkspace(
      {
        ...workspaceOf(params),
        ...(destroyed && {
          destroyed: {
            integrations: destroyed.integrations,
            grants: destroyed.grants,
            connectLinks: destroyed.connectLinks,
          },
        }),
      },
      callOptions,
    );
    await integration.destroyWorkspace({ workspaceId }, options).catch(() => undefined);
  },
});
