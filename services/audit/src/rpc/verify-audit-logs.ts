import type { KeyObject } from 'node:crypto';
import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { AdvisoryLocks } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import { busy, conflict, invalid, unavailable } from '@patchbay/errors/failure';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { createTurns } from '@patchbay/runtime/turns';
import { emptyChain } from '../domain/chain.ts';
import { brokenBeginningOf } from '../domain/checkpoint.ts';
import {
  type StoredEntry,
  type Verification,
  verificationAfter,
  verifyHead,
  verifyRows,
} from '../domain/verification.ts';
import { beginReads, type TrailReads } from '../store/reads.ts';
import { type Extent, findEntry, findExtent, walkEntries } from '../store/verification.ts';

export interface VerifierOptions {
  /** Entries that one call checks. Default 50,000. */
  readonly maxEntries?: number;
  /** Maximum of entries of a page. Default 500: a query takes about as long for its partitions as for a hundred entries. */
  readonly pageSize?: number;
  /** Milliseconds after which a call ends early. Default 20 s, before the deadline of the gateway's call (30 s). */
  readonly maxDurationMs?: number;
  readonly clock?: Clock;
}

/** Milliseconds that a verification waits for its turn: hundreds of others would have to run. With a page it ends before the deadline of the gateway's call. */
const turnTimeoutMs = 15_000;

/** Milliseconds that nobody has the turn after a page, at most: a page that took longer waited for something else than the process. */
const maxPauseMs = 1_000;

/** Rows that are verified without a break. */
const sliceSize = 25;

export interface VerifiedPart extends Pick<Verification, 'checked' | 'firstBrokenSequence'> {
  /** Continue after this sequence; undefined at the end of the chain. */
  readonly nextSequence: number | undefined;
}

/**
 * Verifies parts of chains. All verifications of the process share one turn, a page at a time, and after each page nobody has it for
 * as long as the page took, for a second at most: they use one connection of the pool and half of the process's time at most, however many
 * organizations verify, and other calls run in between.
 */
export function createVerifier(
  trail: TrailReads,
  trustedKeys: readonly KeyObject[],
  { maxEntries = 50_000, pageSize = 500, maxDurationMs = 20_000, clock = systemClock }: VerifierOptions = {},
) {
  const turns = createTurns({ refusal: busy, clock });

  const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const turn = await turns.take('page', { timeoutMs: turnTimeoutMs, signal });
    const begin = clock.uptime();
    try {
      return await work();
    } finally {
      const pauseMs = Math.min(clock.uptime() - begin, maxPauseMs);
      if (pauseMs > 0) clock.after(pauseMs, () => turn.release());
      else turn.release();
    }
  };

  const verifyPart = async (
    db: Queryable,
    organizationId: string,
    afterSequence: number,
    extent: Extent,
    { end, signal }: { readonly end: number; readonly signal: AbortSignal },
  ): Promise<VerifiedPart> => {
    const { checkpoint, head, lastSequence } = extent;
    const brokenBefore = brokenBeginningOf(extent, organizationId, trustedKeys);
    if (brokenBefore !== undefined) return brokenAt(brokenBefore);
    const oldest = checkpoint ?? emptyChain;
    const isStored = afterSequence > oldest.sequence;
    const before = isStored ? await findEntry(db, organizationId, afterSequence) : oldest;
    if (before === undefined) return brokenAt(afterSequence);

    const pages = walkEntries(db, organizationId, before, { isStored, lastSequence, pageSize });
    let verification = verificationAfter(before);
    let isAtEnd = false;
    do {
      const left = maxEntries - verification.checked;
      const page = await inTurn(signal, async () => {
        const { value } = await pages.next();
        const isWhole = value.rows.length <= left;
        return {
          isAtEnd: value.isLast && isWhole,
          verified: await verifyInSlices(verification, isWhole ? value.rows : value.rows.slice(0, left)),
        };
      });
      verification = page.verified;
      isAtEnd = page.isAtEnd || verification.firstBrokenSequence !== undefined;
    } while (!isAtEnd && verification.checked < maxEntries && clock.uptime() < end);
    const { checked, newest } = verification;
    if (!isAtEnd) return { checked, firstBrokenSequence: undefined, nextSequence: newest.sequence };
    const { firstBrokenSequence } = verifyHead(verification, head);
    const isBeyond = firstBrokenSequence === undefined && newest.sequence < lastSequence;
    return {
      checked,
      firstBrokenSequence: isBeyond ? newest.sequence + 1 : firstBrokenSequence,
      nextSequence: undefined,
    };
  };

  return async (
    organizationId: string,
    afterSequence: number,
    signal: AbortSignal,
  ): Promise<VerifiedPart> => {
    const db = beginReads(trail);
    const bounds = { end: clock.uptime() + maxDurationMs, signal };
    let extent = await findExtent(db, organizationId);
    const { lastSequence } = extent;
    if (afterSequence > lastSequence)
      throw invalid({
        path: 'afterSequence',
        message: `must be at most ${lastSequence}, the end of the trail`,
      });
    for (;;) {
      const part = await verifyPart(db, organizationId, afterSequence, extent, bounds);
      if (part.firstBrokenSequence === undefined) return part;
      const before = extent.checkpoint?.sequence;
      extent = await findExtent(db, organizationId);
      // Retention has removed entries that this part was about to read: it begins again at the new checkpoint.
      if (extent.checkpoint?.sequence === before) return part;
    }
  };
}

/** Lets the event loop run after every few rows: it is blocked for less than a millisecond, with entries of 10 KiB for about three. */
async function verifyInSlices(before: Verification, rows: readonly StoredEntry[]): Promise<Verification> {
  let verification = before;
  for (let begin = 0; begin < rows.length; begin += sliceSize) {
    verification = verifyRows(verification, rows.slice(begin, begin + sliceSize));
    await new Promise(setImmediate);
  }
  return verification;
}

const brokenAt = (firstBrokenSequence: number): VerifiedPart => ({
  checked: 0,
  firstBrokenSequence,
  nextSequence: undefined,
});

export interface VerifyDependencies {
  /** Only for reads: it may be a replica. */
  readonly db: TrailReads;
  /** Held while a trail is verified. */
  readonly locks: Pick<AdvisoryLocks, 'tryLock'>;
  /** Public keys whose signatures of heads count. */
  readonly trustedKeys: readonly KeyObject[];
  readonly clock?: Clock;
}

export function verifyAuditLogs({
  db,
  locks,
  trustedKeys,
  clock = systemClock,
}: VerifyDependencies): Method<typeof AuditService.method.verifyAuditLogs> {
  const verify = createVerifier(db, trustedKeys, { clock });
  return async ({ afterSequence }, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    // Held across all processes, so that one organization cannot keep several of them busy.
    const lock = await locks.tryLock(`verify ${organization.id}`);
    if (lock === undefined)
      throw conflict('This trail is already being verified. Try again when that is done.');
    try {
      const { checked, firstBrokenSequence, nextSequence } = await verify(
        organization.id,
        Number(afterSequence),
        AbortSignal.any([context.signal, lock.signal]),
      );
      return {
        intact: firstBrokenSequence === undefined,
        checked: BigInt(checked),
        firstBrokenSequence: BigInt(firstBrokenSequence ?? 0),
        nextSequence: BigInt(nextSequence ?? 0),
      };
    } catch (error) {
      if (lock.signal.aborted) throw unavailable('the lock on a verification was lost', error);
      throw error;
    } finally {
      await lock.release();
    }
  };
}
