import type { CallOptions } from '@connectrpc/connect';
import { inOrganization } from '@patchbay/access/rules';
import { Failure, internal, invalid } from '@patchbay/errors/failure';
import { perOrganization } from '../../limits/per-organization.ts';
import type { Services } from '../../services.ts';

/** A test sends a request to an address that a person chose. */
export const testLimits = [
  { name: 'webhookTestPerOrganization', per: perOrganization(inOrganization.manageWebhooks) },
] as const;

/** From an answer that has a new webhook to what can be done with the webhook. */
export const webhookLinks = {
  getWebhook: { id: '/id' },
  updateWebhook: { id: '/id' },
  rotateWebhookSecret: { id: '/id' },
  testWebhook: { id: '/id' },
  listDeliveries: { id: '/id' },
  deleteWebhook: { id: '/id' },
} as const;

/** What webhook stores of a workspace: organization knows workspaces, and webhook does not call it. */
export async function findWorkspace(
  { workspaces }: Pick<Services, 'workspaces'>,
  organizationSlug: string,
  workspaceSlug: string,
  callOptions: CallOptions,
) {
  try {
    const { workspace } = await workspaces.getWorkspace(
      { organizationSlug, workspaceSlug },
      // Without the idempotency key, which is for the creation.
      { ...callOptions, headers: {} },
    );
    if (workspace === undefined) throw internal('organization left out the workspace');
    const { id, slug, name, createdAt } = workspace;
    return { id, slug, name, ...(createdAt && { createdAt }) };
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found')
      throw invalid({ path: 'workspaceSlug', message: 'is no workspace of the organization' });
    throw error;
  }
}
