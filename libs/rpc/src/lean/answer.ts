import type { IncomingHttpHeaders } from 'node:http';
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

/** A unary response of the Connect protocol. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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

/** Copies headers. `Headers` has joined several values of one name, except those of `set-cookie`, which become an array. */
function add(headers: IncomingHttpHeaders, from: Headers | undefined, prefix = ''): void {
  from?.forEach((value, key) => {
    const name = prefix + key;
    const present = headers[name];
    headers[name] = present === undefined ? value : [present, value].flat();
  });
}

function answer(
  status: number,
  contentType: string,
  body: Uint8Array,
  { header, trailer }: Metadata,
): Answer {
  const headers: IncomingHttpHeaders = {};
  add(headers, header);
  add(headers, trailer, trailerPrefix);
  headers['content-type'] = contentType;
  headers['content-length'] = String(body.byteLength);
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

const toHeaders = (headers: IncomingHttpHeaders): Headers => {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const item of value) result.append(name, item);
    else if (value !== undefined) result.append(name, value);
  }
  return result;
};

export interface ParsedAnswer<T> {
  readonly message: T;
  readonly header: Headers;
  readonly trailer: Headers;
}

/** The message of a response; throws the error that it holds. `Headers` objects are created only when they are accessed. */
export function readAnswer<T>(
  { status, headers, body }: Answer,
  parse: (body: Uint8Array) => T,
): ParsedAnswer<T> {
  let parts: [Headers, Headers] | undefined;
  const demux = (): [Headers, Headers] => (parts ??= trailerDemux(toHeaders(headers)));
  const plain =
    headers['content-type'] === contentTypeUnaryProto && headers['content-encoding'] === undefined;
  if (status !== 200 || !plain) {
    const { isUnaryError, unaryError } = validateResponseWithCompression(
      'unary',
      [],
      true,
      status,
      toHeaders(headers),
    );
    const [header, trailer] = demux();
    if (isUnaryError) throw errorFromJsonBytes(body, appendHeaders(header, trailer), unaryError);
  }
  return {
    message: parse(body),
    get header() {
      return demux()[0];
    },
    get trailer() {
      return demux()[1];
    },
  };
}
