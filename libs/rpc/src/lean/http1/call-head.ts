import { contentTypeUnaryProto } from '@connectrpc/connect/protocol-connect';
import { type HeaderList, headerIn } from '../header-list.ts';

/** The request line and the headers of a plain call: a unary binary call of the Connect protocol with an uncompressed body. */
export interface CallHead {
  readonly path: string;
  readonly headers: HeaderList;
  /** Bytes of the body. */
  readonly length: number;
}

const requestLine = /^POST (\/[\w./]+) HTTP\/1\.1$/;
const token = /^[\w!#$%&'*+.^`|~-]+$/;
/** Also the CR or LF of a line that does not end with both. */
const invalidInValue = /[^\t\x20-\x7e\x80-\xff]/;
/** Not that of `trim`, which is more than HTTP's. */
const outerSpace = /^[ \t]+|[ \t]+$/g;
const digits = /^\d{1,9}$/;

/** Headers that change how a request is read or answered. */
const notPlain: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Ours have eight at most. */
const maxHeaders = 32;

/**
 * `text` is everything before the empty line. Undefined for whatever else it is, valid or not: Node's server reads that. This one
 * must only never take for a plain call what another reader could understand differently.
 */
export function parseCallHead(text: string): CallHead | undefined {
  const lines = text.split('\r\n', maxHeaders + 2);
  const path = requestLine.exec(lines[0] ?? '')?.[1];
  if (path === undefined || lines.length > maxHeaders + 1) return undefined;
  const headers: string[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || !token.test(name) || invalidInValue.test(line)) return undefined;
    if (notPlain.has(name) || headerIn(headers, name) !== undefined) return undefined;
    headers.push(name, line.slice(colon + 1).replace(outerSpace, ''));
  }
  const length = headerIn(headers, 'content-length') ?? '';
  const isPlain =
    digits.test(length) &&
    headerIn(headers, 'content-type') === contentTypeUnaryProto &&
    headerIn(headers, 'host') !== undefined &&
    /^(?:keep-alive)?$/i.test(headerIn(headers, 'connection') ?? '');
  return isPlain ? { path, headers, length: Number(length) } : undefined;
}
