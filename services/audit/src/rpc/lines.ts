import type { ChainedEntry } from '../domain/entry.ts';

/** The entry with its hash as the last field: the stored text is a JSON object, and is not parsed for that. */
const lineOf = ({ text, hash }: ChainedEntry): string => `${text.slice(0, -1)},"hash":"${hash}"}\n`;

/** AuditLogs as the API shows them, as lines of JSON in UTF-8. */
export const linesOf = (entries: readonly ChainedEntry[]): Uint8Array<ArrayBuffer> =>
  Buffer.from(entries.map(lineOf).join(''), 'utf8');
