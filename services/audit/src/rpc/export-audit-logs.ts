import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { Failure } from '@patchbay/errors/failure';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { createTurns, type Turn } from '@patchbay/runtime/turns';
import { checkFilters } from '../domain/page.ts';
import { findNewest } from '../store/append.ts';
import { exportEntries } from '../store/export.ts';
import { beginReads, type TrailReads } from '../store/reads.ts';
import { filtersOf, linesOf, matchesNone } from './audit-logs.ts';
import { createPageTurns } from './page-turns.ts';

export interface ExportBounds {
  /** Exports of this process at once: each holds a page of up to 2 MiB, several times while it is sent. Default 128. */
  readonly maxRunning?: number;
  /** Pages that this process reads at once. Default 2, of the 8 connections of the pool. */
  readonly maxReading?: number;
}

/**
 * Milliseconds that an export waits for its turn to read a page: longer than one page of another organization may take, which the
 * limit of a statement bounds (10 s). Both together are below the gateway's limit for the next part (25 s).
 */
const turnTimeoutMs = 12_000;

/**
 * Exports share a part of the connections of the pool, one page of an organization at a time and in turn: however many run, other
 * calls find a connection at once.
 */
export function exportAuditLogs(
  {
    db,
    counts,
    clock = systemClock,
  }: { readonly db: TrailReads; readonly counts?: SharedCounts | undefined; readonly clock?: Clock },
  { maxRunning = 128, maxReading = 2 }: ExportBounds = {},
): Method<typeof AuditService.method.exportAuditLogs> {
  const running = createTurns({ atOnce: maxRunning });
  const inPageTurn = createPageTurns({
    perOrganization: sharedBounds.exportPagesPerOrganization,
    counts,
    inAll: maxReading,
    maxWaiting: maxRunning,
    timeoutMs: turnTimeoutMs,
    clock,
  });

  const begin = (): Turn => {
    const turn = running.tryTake('export');
    if (turn === undefined) {
      throw new Failure('unavailable', 'Too many exports at once: try again later.', {
        retryAfterSeconds: 10,
      });
    }
    return turn;
  };

  return async function* (request, context) {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const filters = filtersOf(request);
    checkFilters(filters);
    if (matchesNone(filters)) return;
    const inTurn = <T>(read: () => Promise<T>): Promise<T> =>
      inPageTurn(organization.id, context.signal, read);
    const turn = begin();
    const reads = beginReads(db);
    try {
      // Bounds the export at the newest entry of this moment, so that it ends however fast the trail grows.
      const last = await inTurn(() => findNewest(reads, organization.id));
      if (last === undefined) return;
      const pages = exportEntries(reads, organization.id, filters, last);
      for (;;) {
        const page = await inTurn(() => pages.next());
        if (page.done === true) return;
        yield { lines: linesOf(page.value) };
      }
    } finally {
      turn.release();
    }
  };
}
