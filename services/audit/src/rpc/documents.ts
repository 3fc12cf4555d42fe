import type { ChainedEntry } from '../domain/entry.ts';

/** Whether the text can be continued as it is: an object with fields, and no line breaks between them. */
const isLine = (text: string): boolean => text.startsWith('{"') && text.endsWith('}') && !text.includes('\n');

/**
 * The AuditLog of the API: the entry with its hash as the last field. The stored text is not parsed for that, unless it was altered:
 * any JSON object can be stored, and the result is one JSON document without line breaks in any case.
 */
function documentOf({ text, hash }: ChainedEntry): string {
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
