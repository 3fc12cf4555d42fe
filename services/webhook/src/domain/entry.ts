import { z } from 'zod';
import type { FilteredEntry } from './filter.ts';

/** An entry of a trail, as it is delivered. */
export interface Entry extends FilteredEntry {
  readonly id: string;
  readonly sequence: number;
  readonly occurredAt: string;
  readonly recordedAt: Date;
  readonly target: { readonly id: string; readonly name: string };
  /** The AuditLog of the API as JSON. */
  readonly auditLog: string;
}

const time = z.iso.datetime();
const auditLogSchema = z.object({
  id: z.uuid(),
  action: z.string().min(1),
  sequence: z.int().positive(),
  occurredAt: time,
  recordedAt: time,
  target: z.object({ id: z.string(), name: z.string() }),
  workspace: z.object({ slug: z.string() }).nullable(),
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
  const { workspace, recordedAt, ...own } = data;
  return { ...own, recordedAt: new Date(recordedAt), workspaceSlug: workspace?.slug ?? null, auditLog };
}

/** What is sent: the AuditLog as it was recorded, so that its hash holds. */
export const bodyOf = ({
  action,
  occurredAt,
  auditLog,
}: Pick<Entry, 'action' | 'occurredAt' | 'auditLog'>): string =>
  `{"type":${JSON.stringify(action)},"timestamp":${JSON.stringify(occurredAt)},"data":${auditLog}}`;

/** When the entry of a body was recorded. */
export const recordedAtOf = (body: string): Date =>
  new Date((JSON.parse(body) as { data: { recordedAt: string } }).data.recordedAt);
