import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { ListAuditLogsRequest } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { type ChainedEntry, documentOf } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';

const dateOf = (timestamp: Timestamp | undefined) => timestamp && timestampDate(timestamp);

/** The filter fields that the requests for a list and for an export have in common. */
type FilterFields = Pick<
  ListAuditLogsRequest,
  'action' | 'actorId' | 'workspaceSlug' | 'workspaceId' | 'targetType' | 'targetId' | 'from' | 'to'
>;

export const filtersOf = (request: FilterFields): Filters => {
  const { action, actorId, workspaceSlug, workspaceId, targetType, targetId, from, to } = request;
  const times = { from: dateOf(from), to: dateOf(to) };
  return { action, actorId, workspaceSlug, workspaceId, targetType, targetId, ...times };
};

/** Whether no entry can match: no workspace has the slug now. */
export const matchesNone = ({ workspaceId }: Pick<Filters, 'workspaceId'>): boolean => workspaceId === '';

/** In UTF-8, encoded into one buffer, without a string of all texts. */
function encode(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const buffer = Buffer.allocUnsafeSlow(bytes);
  let end = 0;
  for (const text of texts) end += buffer.write(text, end);
  return buffer;
}

/** AuditLogs as the API shows them, as lines of JSON. */
export const linesOf = (entries: readonly ChainedEntry[]): Uint8Array<ArrayBuffer> =>
  encode(entries.map((entry) => `${documentOf(entry)}\n`));

/** AuditLogs as the API shows them, as an array of JSON. */
export const arrayOf = (entries: readonly ChainedEntry[]): Uint8Array<ArrayBuffer> =>
  encode([
    ...entries.map((entry, index) => `${index === 0 ? '[' : ','}${documentOf(entry)}`),
    entries.length === 0 ? '[]' : ']',
  ]);
