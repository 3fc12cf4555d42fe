import { busy } from '@patchbay/errors/failure';
import type { Clock } from '@patchbay/runtime/clock';
import { createTurns } from '@patchbay/runtime/turns';

export interface PageTurnsOptions {
  /** Pages of one organization that are read at once. */
  readonly perOrganization: number;
  /** Pages of all organizations that are read at once: connections of the pool, which has 8. */
  readonly inAll: number;
  /** Pages that wait for others of their organization; further ones are refused. */
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
  inAll,
  maxWaiting,
  timeoutMs,
  clock,
}: PageTurnsOptions): InPageTurn {
  const ofOrganization = createTurns({ atOnce: perOrganization, maxWaiting, refusal: busy, clock });
  const ofAll = createTurns({ atOnce: inAll, refusal: busy, clock });
  return async (organizationId, signal, read) => {
    const end = clock.uptime() + timeoutMs;
    return ofOrganization.run(organizationId, { timeoutMs, signal }, () =>
      ofAll.run('page', { timeoutMs: Math.max(0, end - clock.uptime()), signal }, read),
    );
  };
}
