import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Entry } from '../domain/entry.ts';
import { entryOf } from './read-entry.ts';

export interface TrailPage {
  readonly organizationId: string;
  readonly afterSequence: number;
  /** 1 to 200. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Entries of a trail in their order, as audit has them; fewer than the limit where they are large. */
export async function readTrail(
  audit: Client<typeof AuditService>,
  { organizationId, afterSequence, limit, signal }: TrailPage,
): Promise<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }> {
  const { lines, hasMore } = await audit.readEntries(
    { organizationId, afterSequence: BigInt(afterSequence), limit },
    { ...(signal && { signal }) },
  );
  const texts = Buffer.from(lines).toString().split('\n').slice(0, -1);
  // One that this version cannot read would hold up all that follow. Its message has become a dead letter, which is logged.
  return { entries: texts.flatMap((text) => entryOf(text) ?? []), hasMore };
}
