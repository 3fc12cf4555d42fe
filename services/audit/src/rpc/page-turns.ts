import { createTurns } from '@patchbay/database/turns';

export interface PageTurnsOptions {
  /** Pages of one organization that are read at once. */
  readonly perOrganization: number;
  /** Pages of all organizations that are read at once: connections of the pool, which has 8. */
  readonly inAll: number;
  /** Pages that wait for others of their organization; further ones are refused. */
  readonly maxWaiting: number;
  /** Milliseconds that a page waits for both turns together. */
  readonly timeoutMs: number;
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
 * until the query has ended, also where its reader has left.
 */
export function createPageTurns({
  perOrganization,
  inAll,
  maxWaiting,
  timeoutMs,
}: PageTurnsOptions): InPageTurn {
  const ofOrganization = createTurns({ atOnce: perOrganization, maxWaiting });
  const ofAll = createTurns({ atOnce: inAll });
  return async (organizationId, signal, read) => {
    const end = performance.now() + timeoutMs;
    const own = await ofOrganization.take(organizationId, { timeoutMs, signal });
    try {
      const turn = await ofAll.take('page', { timeoutMs: Math.max(0, end - performance.now()), signal });
      try {
        return await read();
      } finally {
        turn.release();
      }
    } finally {
      own.release();
    }
  };
}
