import type { FilteredEntry } from './filter.ts';

/** An entry of a trail, as it is delivered. */
export interface Entry extends FilteredEntry {
  readonly id: string;
  readonly sequence: number;
  readonly recordedAt: Date;
  readonly target: { readonly id: string; readonly name: string };
  /** The AuditLog of the API as JSON. */
  readonly auditLog: string;
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
