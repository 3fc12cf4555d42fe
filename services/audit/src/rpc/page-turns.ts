import { busy } from '@patchbay/errors/failure';
import type { SharedBound } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import type { Clock } from '@patchbay/runtime/clock';
import { createTurns } from '@patchbay/runtime/turns';

export interface PageTurnsOptions {
  /** Pages of one organization that are read at once, over all processes. */
  readonly perOrganization: SharedBound;
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  /** Pages of all organizations that this process reads at once: connections of its pool, which has 8. */
  readonly inAll: number;
  /** Pages that wait in this process for others of their organization; further ones are refused. */
  readonly maxWaiting: number;
  /** Milliseconds that a page waits for both turns together. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Runs `read` once the organization may read a page. Rejects with the failure `busy` if too many wait or it takes too long. */
export type InPageTurn = <T>(
  organizationId: string,
  signal: AbortSignal,
  read: () => Promise<T>,
) => Promise<T>;

/**
 * Turns for reading pages of trails. A page waits for the others of its organization first, and then for those of all: an
 * organization whose pages take long has `perOrganization` of the `inAll` turns at most, whatever it asks for. The turns are held
 * until the query has ended, also if its reader has left.
 */
export function createPageTurns({
  perOrganization,
  counts,
  inAll,
  maxWaiting,
  timeoutMs,
  clock,
}: PageTurnsOptions): InPageTurn {
  const ofOrganization = createSharedTurns({
    bound: perOrganization,
    counts,
    maxWaiting,
    refusal: busy,
    clock,
  });
  const ofAll = createTurns({ atOnce: inAll, refusal: busy, clock });
  return async (organizationId, signal, read) => {
    const end = clock.uptime() + timeoutMs;
    const turn = await ofOrganization.take(organizationId, { timeoutMs, signal });
    try {
      return await ofAll.run('page', { timeoutMs: Math.max(0, end - clock.uptime()), signal }, read);
    } finally {
      turn.release();
    }
  };
}
