import type { ChainedEntry } from '../domain/entry.ts';

/** Whether the text can be continued as it is: an object with fields, and no line breaks between them. */
const isLine = (text: string): boolean => text.startsWith('{"') && text.endsWith('}') && !text.includes('\n');

/**
 * The entry with its hash as the last field. The stored text is not parsed for that, unless it was altered: any JSON object can be
 * stored, and its line is one JSON document in any case.
 */
function lineOf({ text, hash }: ChainedEntry): string {
  const line = isLine(text) ? text : JSON.stringify({ ...(JSON.parse(text) as object), hash: undefined });
  const fields = line.slice(0, -1);
  return `${fields}${fields === '{' ? '' : ','}"hash":${JSON.stringify(hash)}}\n`;
}

/** AuditLogs as the API shows them, as lines of JSON in UTF-8: encoded into one buffer, without a string of all lines. */
export function linesOf(entries: readonly ChainedEntry[]): Uint8Array<ArrayBuffer> {
  const lines = entries.map(lineOf);
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const buffer = Buffer.allocUnsafeSlow(bytes);
  let end = 0;
  for (const line of lines) end += buffer.write(line, end);
  return buffer;
}
