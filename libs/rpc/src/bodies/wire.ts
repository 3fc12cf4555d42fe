import { Code, ConnectError } from '@connectrpc/connect';
import { errorFromJsonBytes, errorToJsonBytes } from '@connectrpc/connect/protocol-connect';
import { type HeaderRecord, headerIn } from '../headers.ts';

/** Of requests and answers whose body is not the message: the message, in base64. An answer without it is an error of a unary call. */
const messageHeader = 'x-patchbay-message';
/**
 * The trailer behind a body without a length: that it is complete, or the error that ended it. Without it an answer whose trailers were
 * lost would pass as complete.
 */
const endTrailer = 'x-patchbay-end';
const complete = 'complete';

/** Bytes of the headers of such a request or answer. The longest header that gateway and providers send is 32 KiB, in base64 43. */
export const maxHeaderBytes = 65_536;

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const messageHeaders = (message: Uint8Array): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  [messageHeader]: base64(message),
});

export function messageIn(headers: HeaderRecord): Uint8Array {
  const message = headerIn(headers, messageHeader);
  if (message === undefined) throw new ConnectError('the message is missing', Code.Internal);
  return Buffer.from(message, 'base64');
}

/** What follows a body. */
export const endTrailers = (error?: ConnectError): Record<string, string> => ({
  [endTrailer]: error === undefined ? complete : base64(errorToJsonBytes(error, undefined)),
});

/** Throws the error that has ended a body. */
export function throwIfCut(trailers: HeaderRecord): void {
  const end = headerIn(trailers, endTrailer);
  if (end === complete) return;
  const cut = new ConnectError('the answer was cut off', Code.Unavailable);
  throw end === undefined ? cut : errorFromJsonBytes(Buffer.from(end, 'base64'), undefined, cut);
}
