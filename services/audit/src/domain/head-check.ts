import type { Head } from './chain.ts';
import type { StatedHead } from './signed-head.ts';

/** What the trail has at the position of a signed head. */
export interface Kept {
  /** The hashes of the rows with this sequence, and those of their texts, each once; empty without such a row. */
  readonly hashes: readonly string[];
  /** The last entry that retention removed, if a key that is trusted has signed it. */
  readonly checkpoint: Pick<Head, 'sequence' | 'hash'> | undefined;
  /** The highest sequence of the trail; undefined if it has the entry. */
  readonly lastSequence: number | undefined;
}

/** `kept`: the entry is there, as it was. `removed`: retention removed it. The others: somebody has tampered with the trail. */
export const headVerdicts = ['kept', 'removed', 'altered', 'cut', 'missing'] as const;

export type HeadVerdict = (typeof headVerdicts)[number];

export interface HeadFinding {
  readonly verdict: HeadVerdict;
  /** Empty for `kept` and `removed`. */
  readonly detail: string;
}

const entryOf = ({ sequence, signedAt }: StatedHead): string => `entry ${sequence}, signed at ${signedAt}`;

/** Two heads with different hashes of the same entry: the chain was rewritten between them. */
export const contradicts = (head: StatedHead, other: StatedHead): HeadFinding => ({
  verdict: 'altered',
  detail: `${entryOf(head)}, has another hash in a head signed at ${other.signedAt}`,
});

/** Whether the trail still has the entry that a head states, as it was. */
export function checkHead(head: StatedHead, { hashes, checkpoint, lastSequence = 0 }: Kept): HeadFinding {
  if (hashes.length > 0) {
    const altered = hashes.some((hash) => hash !== head.hash);
    return altered
      ? { verdict: 'altered', detail: `${entryOf(head)}, has another hash` }
      : { verdict: 'kept', detail: '' };
  }
  if (checkpoint !== undefined && head.sequence <= checkpoint.sequence) {
    const altered = head.sequence === checkpoint.sequence && head.hash !== checkpoint.hash;
    return altered
      ? { verdict: 'altered', detail: `${entryOf(head)}, has another hash in the checkpoint of the removal` }
      : { verdict: 'removed', detail: '' };
  }
  if (head.sequence > lastSequence) {
    const end = lastSequence === 0 ? 'has no entries' : `ends at ${lastSequence}`;
    return { verdict: 'cut', detail: `${entryOf(head)}, is gone: the trail ${end}` };
  }
  return {
    verdict: 'missing',
    detail: `${entryOf(head)}, is gone, and the trail goes on to ${lastSequence}`,
  };
}
