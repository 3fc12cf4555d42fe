import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { ListAuditLogsRequest } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { ChainedEntry } from '../domain/entry.ts';
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

/** Whether a name `hash` can be in the text, at any depth; it could also be written with an escape sequence (`\u0068ash`). */
const mayHaveHash = (text: string): boolean => text.includes('"hash"') || text.includes('\\u00');

/**
 * Whether a field `hash` can be appended to the text as it is: an object with fields, without line breaks between them, and without
 * a `hash` of its own.
 */
const isLine = (text: string): boolean =>
  text.startsWith('{"') &&
  text.endsWith('}') &&
  !text.includes('\n') &&
  !(mayHaveHash(text) && Object.hasOwn(JSON.parse(text) as object, 'hash'));

/**
 * The AuditLog of the API: the entry with its hash as the last field. The stored text is rewritten only if the hash cannot be
 * appended. That happens for no unaltered entry: an altered row can have any JSON object. The result is one JSON document
 * without line breaks in any case, with one `hash`.
 */
export function documentOf({ text, hash }: ChainedEntry): string {
  const line = isLine(text) ? text : JSON.stringify({ ...(JSON.parse(text) as object), hash: undefined });
  const fields = line.slice(0, -1);
  return `${fields}${fields === '{' ? '' : ','}"hash":${JSON.stringify(hash)}}`;
}

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
