import { contentTypeUnaryProto } from '@connectrpc/connect/protocol-connect';
import { type HeaderList, headerIn } from '../header-list.ts';
import { parseHeader } from './head-lines.ts';

/** The request line and the headers of a plain call: a unary binary call of the Connect protocol with an uncompressed body. */
export interface CallHead {
  readonly path: string;
  readonly headers: HeaderList;
  /** Bytes of the body. */
  readonly length: number;
}

const requestLine = /^POST (\/[\w./]+) HTTP\/1\.1$/;
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
    const header = parseHeader(lines[at] ?? '');
    if (header === undefined || notPlain.has(header[0]) || headerIn(headers, header[0]) !== undefined)
      return undefined;
    headers.push(...header);
  }
  const length = headerIn(headers, 'content-length') ?? '';
  const isPlain =
    digits.test(length) &&
    headerIn(headers, 'content-type') === contentTypeUnaryProto &&
    headerIn(headers, 'host') !== undefined &&
    /^(?:keep-alive)?$/i.test(headerIn(headers, 'connection') ?? '');
  return isPlain ? { path, headers, length: Number(length) } : undefined;
}
