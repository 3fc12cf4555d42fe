import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { z } from 'zod';
import type { Entry } from '../domain/entry.ts';

const time = z.iso.datetime();
const auditLogSchema = z.object({
  id: z.uuid(),
  action: z.string().min(1),
  sequence: z.int().positive(),
  occurredAt: time,
  recordedAt: time,
  target: z.object({ id: z.string(), name: z.string() }),
  workspace: z.object({ slug: z.string() }).nullable(),
  metadata: z.object({ workspaceId: z.string().optional().catch(undefined) }).optional(),
});

/** Undefined if the text is no AuditLog. */
export function entryOf(auditLog: string): Entry | undefined {
  let json: unknown;
  try {
    json = JSON.parse(auditLog);
  } catch {
    return undefined;
  }
  const { data } = auditLogSchema.safeParse(json);
  if (data === undefined) return undefined;
  const { workspace, metadata, recordedAt, ...own } = data;
  return {
    ...own,
    recordedAt: new Date(recordedAt),
    workspace: workspace && { slug: workspace.slug, id: metadata?.workspaceId },
    auditLog,
  };
}

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
