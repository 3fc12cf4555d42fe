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
