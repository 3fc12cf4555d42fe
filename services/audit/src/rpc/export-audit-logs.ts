import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createTurns, type Turn } from '@patchbay/database/turns';
import { Failure } from '@patchbay/errors/failure';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { checkFilters } from '../domain/page.ts';
import { findNewest } from '../store/chain-heads.ts';
import { exportEntries } from '../store/export.ts';
import type { Dependencies } from './dependencies.ts';
import { filtersOf } from './filters.ts';
import { linesOf } from './lines.ts';

export interface ExportBounds {
  /** Exports of this process at once: each holds a page of up to 2 MiB, several times while it is sent. Default 128. */
  readonly maxRunning?: number;
  /** Pages that are read at once. Default 2, of the 8 connections of the pool. */
  readonly maxReading?: number;
}

/** Milliseconds that an export waits for its turn to read a page. All others together take less than that. */
const turnTimeoutMs = 5_000;

/**
 * Exports share a part of the connections of the pool, one page at a time and in turn: however many run, other calls find a
 * connection at once.
 */
export function exportAuditLogs(
  { db }: Pick<Dependencies, 'db'>,
  { maxRunning = 128, maxReading = 2 }: ExportBounds = {},
): Method<typeof AuditService.method.exportAuditLogs> {
  const running = createTurns({ atOnce: maxRunning });
  const reading = createTurns({ atOnce: maxReading, maxWaiting: maxRunning });

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
    const inTurn = async <T>(read: () => Promise<T>): Promise<T> => {
      const turn = await reading.take('page', { timeoutMs: turnTimeoutMs, signal: context.signal });
      try {
        return await read();
      } finally {
        turn.release();
      }
    };
    const turn = begin();
    try {
      // Bounds the export at the newest entry of this moment, so that it ends however fast the trail grows.
      const last = await inTurn(() => findNewest(db, organization.id));
      if (last === undefined) return;
      const pages = exportEntries(db, organization.id, filters, last);
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
