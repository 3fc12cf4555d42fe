import type { KeyObject } from 'node:crypto';
import type { Queryable } from '@patchbay/database/queryable';
import { isProven } from '../domain/checkpoint.ts';
import { checkHead, contradicts, type HeadFinding, type Kept } from '../domain/head-check.ts';
import { readSignedHeadInPool, type SignedHead, UntrustedHead } from '../domain/signed-head.ts';
import { findStatedEntries, type StatedEntry } from '../store/stated-entries.ts';
import type { HeadReport } from './report.ts';

export interface HeadCheckOptions {
  readonly db: Queryable;
  /** The keys whose signatures count. */
  readonly publicKeys: readonly KeyObject[];
  readonly report: HeadReport;
}

/** Checks lines, each a signed head; the findings go to the report. Lines are held only while they are checked. */
export type CheckHeads = (lines: readonly string[]) => Promise<void>;

/** Heads that are verified and looked up at once, by one query. */
export const batchSize = 1_000;

/** Undefined, after a line in the report, where none of the keys has signed the line. */
async function readHead(
  line: string,
  { publicKeys, report }: HeadCheckOptions,
): Promise<SignedHead | undefined> {
  try {
    return await readSignedHeadInPool(line, publicKeys);
  } catch (error) {
    if (!(error instanceof UntrustedHead)) throw error;
    report.untrusted(error.message, line);
    return undefined;
  }
}

export function createHeadCheck(options: HeadCheckOptions): CheckHeads {
  const { db, publicKeys, report } = options;

  const checkBatch = async (lines: readonly string[]): Promise<void> => {
    const read = await Promise.all(lines.map((line) => readHead(line, options)));
    const heads = read.filter((head) => head !== undefined);
    if (heads.length === 0) return;
    /** By organization: the heads of a batch may be of few chains. */
    const signed = new Map<string, boolean>();
    const keptOf = (
      { organizationId, sequence }: SignedHead,
      { checkpoint, ...entry }: StatedEntry,
    ): Kept => {
      if (checkpoint === undefined || sequence > checkpoint.sequence)
        return { ...entry, checkpoint: undefined };
      const trusted = signed.get(organizationId) ?? isProven(checkpoint, organizationId, publicKeys);
      signed.set(organizationId, trusted);
      return { ...entry, checkpoint: trusted ? checkpoint : undefined };
    };
    /** By organization and sequence, the first head of the batch of an entry that retention has removed. */
    const removed = new Map<string, SignedHead>();
    const findingOf = (head: SignedHead, entry: StatedEntry): HeadFinding => {
      const finding = checkHead(head, keptOf(head, entry));
      if (finding.verdict !== 'removed') return finding;
      const key = `${head.organizationId} ${head.sequence}`;
      const first = removed.get(key) ?? head;
      removed.set(key, first);
      return first.hash === head.hash ? finding : contradicts(head, first);
    };
    for (const { head, entry } of await findStatedEntries(db, heads))
      report.checked(head.organizationId, findingOf(head, entry));
  };

  return async (lines) => {
    for (let begin = 0; begin < lines.length; begin += batchSize)
      await checkBatch(lines.slice(begin, begin + batchSize));
  };
}
