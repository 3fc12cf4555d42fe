import { appendHeaders, type ConnectError } from '@connectrpc/connect';
import { mergeNonProtocolHeaders } from '@connectrpc/connect/protocol';
import {
  codeToHttpStatus,
  contentTypeUnaryJson,
  contentTypeUnaryProto,
  errorFromJsonBytes,
  errorToJsonBytes,
  trailerDemux,
  validateResponseWithCompression,
} from '@connectrpc/connect/protocol-connect';
import { type HeaderRecord, toHeaders } from './headers.ts';

/** The answer to a unary call of the Connect protocol, as it is sent. */
export interface UnaryAnswer {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: Uint8Array;
}

/** Response headers and trailers that a handler has set; undefined if it never accessed them. */
export interface Metadata {
  readonly header?: Headers | undefined;
  readonly trailer?: Headers | undefined;
}

/** Trailers of unary calls are sent as headers with this prefix. */
const trailerPrefix = 'trailer-';

function answer(
  status: number,
  contentType: string,
  body: Uint8Array,
  { header, trailer }: Metadata,
): UnaryAnswer {
  const headers: Record<string, string> = {};
  header?.forEach((value, name) => (headers[name] = value));
  trailer?.forEach((value, name) => (headers[trailerPrefix + name] = value));
  headers['content-type'] = contentType;
  headers['content-length'] = String(body.byteLength);
  return { status, headers, body };
}

export const messageAnswer = (body: Uint8Array, metadata: Metadata): UnaryAnswer =>
  answer(200, contentTypeUnaryProto, body, metadata);

export function errorAnswer(error: ConnectError, { header, trailer }: Metadata = {}): UnaryAnswer {
  const merged = new Headers(header);
  // A wire error came from a call to another service; its metadata belongs to that call.
  if (!error.isWireError) mergeNonProtocolHeaders(merged, error.metadata);
  return answer(codeToHttpStatus(error.code), contentTypeUnaryJson, errorToJsonBytes(error, undefined), {
    header: merged,
    trailer,
  });
}

/** Throws the error that an answer holds. Returns if its body is a message. */
export function throwIfError({ status, headers, body }: UnaryAnswer): void {
  const isMessage =
    status === 200 &&
    headers['content-type'] === contentTypeUnaryProto &&
    headers['content-encoding'] === undefined;
  if (isMessage) return;
  const all = toHeaders(headers);
  const { isUnaryError, unaryError } = validateResponseWithCompression('unary', [], true, status, all);
  if (!isUnaryError) return;
  const [header, trailer] = trailerDemux(all);
  throw errorFromJsonBytes(body, appendHeaders(header, trailer), unaryError);
}
