import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@patchbay/database/queryable';
import { createTurns } from '@patchbay/database/turns';
import { invalid } from '@patchbay/errors/failure';
import { emptyChain, type Head } from '../domain/chain.ts';
import { type Verification, verificationAfter, verifyHead, verifyRows } from '../domain/verification.ts';
import { findHead } from '../store/chain-heads.ts';
import { findEntry, walkEntries } from '../store/walk.ts';

export interface VerifierOptions {
  /** Entries that one call checks. Default 50,000. */
  readonly maxEntries?: number;
  /** Milliseconds after which a call ends early. Default 20 s, before the deadline of the gateway's call (30 s). */
  readonly maxDurationMs?: number;
}

/** Milliseconds that a verification waits for its turn: hundreds of others would have to run. */
const turnTimeoutMs = 5_000;

export interface VerifiedPart extends Pick<Verification, 'checked' | 'firstBrokenSequence'> {
  /** The sequence to go on after; undefined where nothing is left to check. */
  readonly nextSequence: number | undefined;
}

/**
 * Verifies parts of chains. All verifications of the process share one turn, a page at a time, and after each page nobody has it for
 * as long as the page took: they use one connection of the pool and half of the process's time at most, however many
 * organizations verify, and other calls run in between.
 */
export function createVerifier(
  db: Queryable,
  { maxEntries = 50_000, maxDurationMs = 20_000 }: VerifierOptions = {},
) {
  const turns = createTurns();

  const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const turn = await turns.take('page', { timeoutMs: turnTimeoutMs, signal });
    const begin = performance.now();
    try {
      return await work();
    } finally {
      void sleep(performance.now() - begin).then(() => turn.release());
    }
  };

  return async (
    organizationId: string,
    afterSequence: number,
    signal: AbortSignal,
  ): Promise<VerifiedPart> => {
    const end = performance.now() + maxDurationMs;
    const { head, lastSequence } = await findHead(db, organizationId);
    const last = Math.max(head.sequence, lastSequence);
    if (afterSequence > last)
      throw invalid({ path: 'afterSequence', message: `must be at most ${last}, the end of the trail` });
    const before = await entryBefore(db, organizationId, afterSequence);
    if (before === undefined)
      return { checked: 0, firstBrokenSequence: afterSequence, nextSequence: undefined };

    const pages = walkEntries(db, organizationId, before);
    let verification = verificationAfter(before);
    let isAtEnd = false;
    do {
      const { checked } = verification;
      const page = await inTurn(signal, async () => {
        const { value: rows = [], done } = await pages.next();
        return { done, verified: verifyRows(verification, rows.slice(0, maxEntries - checked)) };
      });
      verification = page.verified;
      isAtEnd = page.done === true || verification.firstBrokenSequence !== undefined;
    } while (!isAtEnd && verification.checked < maxEntries && performance.now() < end);
    const { newest } = verification;
    if (!isAtEnd && newest.sequence < last)
      return { checked: verification.checked, firstBrokenSequence: undefined, nextSequence: newest.sequence };
    const { checked, firstBrokenSequence } = verifyHead(verification, head);
    return { checked, firstBrokenSequence, nextSequence: undefined };
  };
}

async function entryBefore(
  db: Queryable,
  organizationId: string,
  sequence: number,
): Promise<Head | undefined> {
  if (sequence === 0) return emptyChain;
  return findEntry(db, organizationId, sequence);
}
