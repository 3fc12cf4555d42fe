import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import type { Clock } from '@patchbay/runtime/clock';
import { cursorOf, pageOf } from '../domain/page.ts';
import { findPage } from '../store/pages.ts';
import { beginReads, type TrailReads } from '../store/reads.ts';
import { arrayOf, filtersOf, matchesNone } from './audit-logs.ts';
import { createPageTurns, type InPageTurn } from './page-turns.ts';

/**
 * Half of the connections of the pool. Filters that no entry matches together read all entries of the rarest one, which takes
 * seconds in a long trail. The wait ends before the deadline of the gateway's call (5 s).
 */
const turns = {
  perOrganization: sharedBounds.trailPagesPerOrganization,
  inAll: 4,
  maxWaiting: 100,
  timeoutMs: 3_000,
};

/** The turns of all methods that list. */
export const createListTurns = (counts: SharedCounts | undefined, clock: Clock): InPageTurn =>
  createPageTurns({ ...turns, counts, clock });

export interface ListDependencies {
  readonly db: TrailReads;
  readonly inPageTurn: InPageTurn;
}

export const listAuditLogs =
  ({ db, inPageTurn }: ListDependencies): Method<typeof AuditService.method.listAuditLogs> =>
  async (request, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const { cursor, limit } = request;
    const page = pageOf({ cursor, limit, filters: filtersOf(request) });
    if (matchesNone(page.filters)) return { auditLogs: arrayOf([]), nextCursor: '' };
    const { entries, next } = await inPageTurn(organization.id, context.signal, () =>
      findPage(beginReads(db), organization.id, page),
    );
    return { auditLogs: arrayOf(entries), nextCursor: next === undefined ? '' : cursorOf(next) };
  };
