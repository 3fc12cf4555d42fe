import { mostOfPage, prefetchRead } from './queries.ts';

/**
 * Begins to read what the page of an address shows, before it is known who is signed in: one round trip for all of it, in place of one
 * after the other. Somebody without a session gets refusals, which nobody sees.
 */
export function prefetch(path: string): void {
  const [, orgSlug, workspaceSlug, page] = /^\/o\/([\w-]+)(?:\/w\/([\w-]+)(?:\/(\w+))?)?/.exec(path) ?? [];
  if (orgSlug === undefined) return;
  prefetchRead('getOrganization', { orgSlug });
  if (path === `/o/${orgSlug}`) {
    prefetchRead('listWorkspaces', { orgSlug });
    prefetchRead('listOrganizationIntegrations', { orgSlug, limit: mostOfPage });
  }
  if (workspaceSlug === undefined) return;
  prefetchRead('getWorkspace', { orgSlug, workspaceSlug });
  if (page === 'integrations') prefetchRead('listIntegrations', { orgSlug, workspaceSlug });
}
