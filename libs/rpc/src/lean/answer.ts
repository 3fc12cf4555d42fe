import { appendHeaders, Code, ConnectError } from '@connectrpc/connect';
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
import { type HeaderList, headerIn, toHeaders } from './header-list.ts';

/** A unary response of the Connect protocol. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** Response headers and trailers that a handler has set; undefined if it never accessed them. */
export interface Metadata {
  readonly header: Headers | undefined;
  readonly trailer: Headers | undefined;
}

export const noMetadata: Metadata = { header: undefined, trailer: undefined };

/** Trailers of unary calls are sent as headers with this prefix. */
const trailerPrefix = 'trailer-';

const ownHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length']);

function answer(
  status: number,
  contentType: string,
  body: Uint8Array,
  { header, trailer }: Metadata,
): Answer {
  const headers = ['content-type', contentType, 'content-length', String(body.byteLength)];
  header?.forEach((value, name) => {
    if (!ownHeaders.has(name)) headers.push(name, value);
  });
  trailer?.forEach((value, name) => headers.push(trailerPrefix + name, value));
  return { status, headers, body };
}

export const messageAnswer = (body: Uint8Array, metadata: Metadata): Answer =>
  answer(200, contentTypeUnaryProto, body, metadata);

export function errorAnswer(error: ConnectError, { header, trailer }: Metadata): Answer {
  const merged = new Headers(header);
  // A wire error came from a call to another service; its metadata belongs to that call.
  if (!error.isWireError) mergeNonProtocolHeaders(merged, error.metadata);
  return answer(codeToHttpStatus(error.code), contentTypeUnaryJson, errorToJsonBytes(error, undefined), {
    header: merged,
    trailer,
  });
}

/** What was thrown, without the text of an error that is not meant for clients. */
export const asConnectError = (thrown: unknown): ConnectError =>
  thrown instanceof ConnectError
    ? thrown
    : new ConnectError('internal error', Code.Internal, undefined, undefined, thrown);

/** Throws the error that a response holds. Returns if its body is a message. */
export function throwError({ status, headers, body }: Answer): void {
  const isMessage =
    status === 200 &&
    headerIn(headers, 'content-type') === contentTypeUnaryProto &&
    headerIn(headers, 'content-encoding') === undefined;
  if (isMessage) return;
  const all = toHeaders(headers);
  const { isUnaryError, unaryError } = validateResponseWithCompression('unary', [], true, status, all);
  if (!isUnaryError) return;
  const [header, trailer] = trailerDemux(all);
  throw errorFromJsonBytes(body, appendHeaders(header, trailer), unaryError);
}
