import { timestampDate } from '@bufbuild/protobuf/wkt';
import { inOrganization } from '@patchbay/access/rules';
import type {
  IntegrationService,
  ListOrganizationIntegrationsRequest,
} from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { busy, internal } from '@patchbay/errors/failure';
import { readAll } from '@patchbay/errors/field-problems';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { createTurns } from '@patchbay/runtime/turns';
import { searchText } from '@patchbay/text/rules';
import { readText } from '@patchbay/text/text-rule';
import { cursorOf, type ListFilters, pageOf } from '../domain/organization-page.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { countOrganizationList, findOrganizationPage } from '../store/organization-page.ts';
import type { Dependencies } from './dependencies.ts';
import { readProvider, readStatus } from './input.ts';
import { presentIntegration } from './present.ts';

/** The validated filters; throws every problem at once. */
const readFilters = (
  catalogue: Catalogue,
  { status, provider, workspaceSlug, endsBefore, q }: ListOrganizationIntegrationsRequest,
): ListFilters =>
  readAll({
    status: () => (status === undefined ? undefined : readStatus(status)),
    provider: () => (provider === undefined ? undefined : readProvider(catalogue, provider).provider),
    workspaceSlug: () => workspaceSlug,
    endsBefore: () => endsBefore && timestampDate(endsBefore),
    q: () => (q === undefined ? undefined : readText(searchText, 'q', q)),
  });

/**
 * Lists with `q` read every integration of the organization: one at a time of each, over all processes, and few of all in this
 * process, of the 8 connections of its pool.
 */
const searches = { atOnce: 3, timeoutMs: 3_000 };

/** Runs `read` when the organization may search. Rejects with the failure `busy` if that takes too long. */
function createSearchTurns({ counts, clock }: Pick<Dependencies, 'counts' | 'clock'>) {
  const bound = sharedBounds.searchesPerOrganization;
  const ofOrganization = createSharedTurns({ bound, counts, maxWaiting: 20, refusal: busy, clock });
  const ofAll = createTurns({ atOnce: searches.atOnce, refusal: busy, clock });
  return async <T>(organizationId: string, signal: AbortSignal, read: () => Promise<T>): Promise<T> => {
    const wait = { timeoutMs: searches.timeoutMs, signal };
    const turn = await ofOrganization.take(organizationId, wait);
    try {
      return await ofAll.run('search', wait, read);
    } finally {
      turn.release();
    }
  };
}

/** A slug of a workspace without integrations, or of one that the caller does not see, finds nothing. */
export function listOrganizationIntegrations(
  dependencies: Dependencies,
): Method<typeof IntegrationService.method.listOrganizationIntegrations> {
  const inSearchTurn = createSearchTurns(dependencies);
  return async (request, context) => {
    const { organization } = accessOf(context, inOrganization.see);
    const { db, catalogue } = dependencies;
    // Everybody else has a role in every workspace.
    if (organization.role === 'guest' && request.workspaces === undefined)
      throw internal('the gateway did not say which workspaces the guest sees');
    const visible = { organizationId: organization.id, workspaceIds: request.workspaces?.ids };
    const now = dependencies.db.now();
    const filters = readFilters(catalogue, request);
    const page = pageOf(organization.id, { ...request, filters }, now);
    const read = () =>
      Promise.all([findOrganizationPage(db, visible, page), countOrganizationList(db, visible, page)]);
    const [{ integrations, next }, counts] =
      filters.q === undefined ? await read() : await inSearchTurn(organization.id, context.signal, read);
    return {
      integrations: integrations.map((stored) => ({
        integration: presentIntegration(dependencies, stored),
        workspaceSlug: stored.integration.workspace.slug,
        workspaceName: stored.integration.workspace.name,
      })),
      nextCursor: next ? cursorOf(organization.id, page, next) : '',
      counts,
    };
  };
}
