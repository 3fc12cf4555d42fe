import type { KeyObject } from 'node:crypto';
import type { Head } from './chain.ts';
import { readSignedHead, signHead, UntrustedHead } from './signed-head.ts';

/** The last entry of a chain that retention has removed. The verification of the rest begins there. */
export interface Checkpoint extends Head {
  /** A line of `signCheckpoint` that states the same. */
  readonly signed: string;
}

/** The last entry of this chain that is removed, as one line of JSON. */
export const signCheckpoint = (
  stated: { readonly organizationId: string } & Pick<Head, 'sequence' | 'hash'>,
  privateKey: KeyObject,
  now: Date,
): string => signHead({ ...stated, removed: true }, privateKey, now);

/** Whether one of the keys has signed that retention has removed this chain up to this entry. */
export function isProven(
  { sequence, hash, signed }: Pick<Checkpoint, 'sequence' | 'hash' | 'signed'>,
  organizationId: string,
  trustedKeys: readonly KeyObject[],
): boolean {
  try {
    const stated = readSignedHead(signed, trustedKeys);
    return (
      stated.removed === true &&
      stated.organizationId === organizationId &&
      stated.sequence === sequence &&
      stated.hash === hash
    );
  } catch (error) {
    if (error instanceof UntrustedHead) return false;
    throw error;
  }
}

/** The beginning of a chain as it is stored. */
export interface Beginning {
  /** Undefined unless retention has removed entries. */
  readonly checkpoint: Checkpoint | undefined;
  /** The lowest sequence that is stored; undefined without entries. */
  readonly firstSequence: number | undefined;
}

/**
 * The first broken sequence of a chain that does not begin with the entry after its checkpoint, or with 1 without one. A checkpoint
 * that none of the keys has signed does not prove that retention removed the entries up to it: the chain is broken from 1 on.
 */
export function brokenBeginningOf(
  { checkpoint, firstSequence }: Beginning,
  organizationId: string,
  trustedKeys: readonly KeyObject[],
): number | undefined {
  if (checkpoint !== undefined && !isProven(checkpoint, organizationId, trustedKeys)) return 1;
  const first = (checkpoint?.sequence ?? 0) + 1;
  if (firstSequence === undefined || firstSequence === first) return undefined;
  return Math.max(1, Math.min(first, firstSequence));
}
