import type { HeaderList } from '../header-list.ts';
import { isValidLine, parseHeader } from './head-lines.ts';

/** The status line and the headers of an HTTP/1.1 response. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: HeaderList;
  /** How the end of the body is found: by this number of bytes, or by chunks. */
  readonly body: number | 'chunked';
  /** Milliseconds for which the server keeps the connection; undefined if it does not say; 0 if it closes it. */
  readonly keepMs: number | undefined;
}

export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';

  constructor(what: string) {
    super(`malformed answer: ${what}`);
  }
}

const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/;
const digits = /^\d{1,15}$/;
const timeout = /(?:^|[\s,;])timeout=(\d{1,9})\b/;

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 304]);

/**
 * `text` is everything before the empty line. Refuses what two readers could understand differently (RFC 9112, 6.3). Also a body
 * that ends with the connection, because one that was cut off would pass as complete: servers of HTTP/1.1 send a length or chunks.
 */
export function parseHead(text: string): AnswerHead {
  const lines = text.split('\r\n');
  const [, minor, code] = statusLine.exec(lines[0] ?? '') ?? [];
  if (code === undefined || !isValidLine(lines[0] ?? '')) throw new MalformedAnswer('status line');
  const status = Number(code);
  const headers: string[] = [];
  let length: number | undefined;
  let chunked = false;
  let keepMs = minor === '0' ? 0 : undefined;
  for (let at = 1; at < lines.length; at += 1) {
    const header = parseHeader(lines[at] ?? '');
    if (header === undefined) throw new MalformedAnswer('header');
    const [name, value] = header;
    headers.push(name, value);
    if (name === 'content-length') {
      if (!digits.test(value) || (length !== undefined && length !== Number(value)))
        throw new MalformedAnswer(name);
      length = Number(value);
    } else if (name === 'transfer-encoding') {
      if (chunked || value.toLowerCase() !== 'chunked') throw new MalformedAnswer(name);
      chunked = true;
    } else if (name === 'connection') {
      if (/\bclose\b/i.test(value)) keepMs = 0;
    } else if (name === 'keep-alive' && keepMs === undefined) {
      const seconds = timeout.exec(value)?.[1];
      if (seconds !== undefined) keepMs = Number(seconds) * 1_000;
    }
  }
  if (chunked && length !== undefined) throw new MalformedAnswer('two lengths');
  if (status < 200 || statusesWithoutBody.has(status)) return { status, headers, body: 0, keepMs };
  const body = chunked ? 'chunked' : length;
  if (body === undefined) throw new MalformedAnswer('no length');
  return { status, headers, body, keepMs };
}
