import {
  ChainBroken,
  type Patchbay,
  PatchbayError,
  type VerifiedExport,
  verifyExport,
} from '@patchbay/client';

/** The result of the server's own verification. */
export type ServerCheck =
  | { readonly kind: 'intact'; readonly checked: number }
  /** Undefined: the fault is at the end of the chain. */
  | { readonly kind: 'broken'; readonly sequence: number | undefined }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed' };

/** The newest entry that this browser has verified, and when. */
export interface SeenHead {
  readonly sequence: number;
  readonly hash: string;
  readonly at: string;
}

/** Faults that an intact export can have. */
export type Fault =
  /** The last entry that this browser had verified is missing or differs. */
  | { readonly kind: 'rewritten' | 'cut'; readonly seen: SeenHead }
  /** The newest entry of the list is missing in the export, which was started later. */
  | { readonly kind: 'short'; readonly newest: number }
  /** Only the server's own verification fails. */
  | { readonly kind: 'server' };

/** The head of an earlier verification. `compared`: the trail has its hash. Else retention removed it, and the entry after it. */
export type ComparedHead = SeenHead & { readonly compared: boolean };

export type Seal = { readonly at: string; readonly server: ServerCheck } & (
  | { readonly kind: 'intact'; readonly chain: VerifiedExport; readonly seen: ComparedHead | undefined }
  | {
      readonly kind: 'broken';
      readonly sequence: number | undefined;
      readonly line: number | undefined;
      /** A text is from `verifyExport`. */
      readonly reason: string | Fault;
    }
);

export interface Progress {
  readonly entries: number;
  /** Of the entry that was checked last, and of the newest one when it began. */
  readonly sequence: number;
  readonly newest: number;
}

interface VerifyTrailOptions {
  readonly api: Pick<Patchbay, 'listAuditLogs' | 'exportAuditLogs' | 'verifyAuditLogs'>;
  readonly orgSlug: string;
  /** Of an earlier verification. */
  readonly seen: SeenHead | undefined;
  readonly signal: AbortSignal;
  /** Whether the organization is closed: its trail can be exported, and not listed, so the newest entry is not known before. Default false. */
  readonly isClosed?: boolean;
  readonly onProgress: (progress: Progress) => void;
  readonly onServer: () => void;
}

type Verdict =
  | Omit<Extract<Seal, { kind: 'intact' }>, 'at' | 'server'>
  | Omit<Extract<Seal, { kind: 'broken' }>, 'at' | 'server'>;

const brokenAt = (sequence: number | undefined, reason: Fault): Verdict => ({
  kind: 'broken',
  sequence,
  line: undefined,
  reason,
});

/** Compares a chain without a fault of its own with what was there earlier. `seen` was compared with the entry that has its number. */
function againstSeen(chain: VerifiedExport, seen: SeenHead | undefined, newest: number): Verdict {
  const { first = 0, last = 0, beforeFirst } = chain;
  if (seen !== undefined && seen.sequence > last) return brokenAt(chain.last, { kind: 'cut', seen });
  if (newest > last) return brokenAt(chain.last, { kind: 'short', newest });
  if (seen === undefined) return { kind: 'intact', chain, seen };
  if (seen.sequence === first - 1 && seen.hash !== beforeFirst)
    return brokenAt(seen.sequence, { kind: 'rewritten', seen });
  return { kind: 'intact', chain, seen: { ...seen, compared: seen.sequence >= first - 1 } };
}

async function checkHere(options: VerifyTrailOptions): Promise<Verdict> {
  const { api, orgSlug, isClosed = false, seen, signal, onProgress } = options;
  const [newest] = isClosed ? [] : (await api.listAuditLogs({ orgSlug, limit: 1 }, { signal })).auditLogs;
  let entries = 0;
  // Without filters, because only the whole trail is a chain.
  const check = verifyExport(api.exportAuditLogs({ orgSlug }, { signal }).lines());
  try {
    let step = await check.next();
    for (; !step.done; step = await check.next()) {
      const { sequence, hash } = step.value;
      entries += 1;
      onProgress({ entries, sequence, newest: Math.max(sequence, newest?.sequence ?? 0) });
      if (seen?.sequence === sequence && seen.hash !== hash)
        return brokenAt(sequence, { kind: 'rewritten', seen });
    }
    return againstSeen(step.value, seen, newest?.sequence ?? 0);
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error;
    const { sequence, line, reason } = error;
    return { kind: 'broken', sequence, line, reason };
  }
}

async function askServer({ api, orgSlug, signal }: VerifyTrailOptions): Promise<ServerCheck> {
  let checked = 0;
  try {
    for (let afterSequence: number | null = 0; afterSequence !== null; ) {
      const part: Awaited<ReturnType<typeof api.verifyAuditLogs>> = await api.verifyAuditLogs(
        { orgSlug, afterSequence },
        { signal },
      );
      checked += part.checked;
      if (!part.intact) return { kind: 'broken', sequence: part.firstBrokenSequence ?? undefined };
      afterSequence = part.nextSequence;
    }
    return { kind: 'intact', checked };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: error instanceof PatchbayError && error.status === 409 ? 'busy' : 'failed' };
  }
}

/**
 * Computes the chain of the whole trail in this browser, compares it with the head that this browser saw last, and asks the server for
 * its own check. The trail is intact only if no check finds a fault. Rejects if the export does not arrive.
 */
export async function verifyTrail(options: VerifyTrailOptions): Promise<Seal> {
  const verdict = await checkHere(options);
  options.onServer();
  const server = await askServer(options);
  const found =
    verdict.kind === 'intact' && server.kind === 'broken'
      ? brokenAt(server.sequence, { kind: 'server' })
      : verdict;
  return { ...found, server, at: new Date().toISOString() };
}

/** By the id: a slug can be given to another organization. */
const nameOf = (organizationId: string): string => `patchbay.trail.${organizationId}`;

/** The head that this browser saw last. Browsers can forbid storage: then there is none. */
export function seenHead(organizationId: string): SeenHead | undefined {
  try {
    const { sequence, hash, at } = Object(
      JSON.parse(localStorage.getItem(nameOf(organizationId)) ?? '{}'),
    ) as Partial<SeenHead>;
    return typeof sequence === 'number' && typeof hash === 'string' && typeof at === 'string'
      ? { sequence, hash, at }
      : undefined;
  } catch {
    return undefined;
  }
}

export function keepHead(organizationId: string, head: SeenHead): void {
  try {
    localStorage.setItem(nameOf(organizationId), JSON.stringify(head));
  } catch {
    // Without storage the next verification has nothing to compare with.
  }
}
