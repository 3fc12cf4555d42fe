import type { IncomingMessage, ServerResponse } from 'node:http';
import { Code, ConnectError, type ContextValues, createContextValues } from '@connectrpc/connect';
import { contentTypeUnaryProto } from '@connectrpc/connect/protocol-connect';
import { peerAddressKey } from '../caller/token-gate.ts';
import { asConnectError } from '../errors.ts';
import { headerIn } from '../headers.ts';
import { errorAnswer, type UnaryAnswer } from '../unary-answer.ts';
import type { UnaryHandler } from './unary-handler.ts';

/** Milliseconds without progress after which a client that does not read its answer is disconnected. */
const stalledMs = 30_000;

/** Whether a request is a unary call of the Connect protocol, binary and uncompressed. Connect's own handlers serve all others. */
export const isUnaryRequest = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  headers['content-type'] === contentTypeUnaryProto &&
  headers['content-encoding'] === undefined;

const tooLarge = (maxBytes: number): ConnectError =>
  new ConnectError(`message size is larger than configured readMaxBytes ${maxBytes}`, Code.ResourceExhausted);

function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else {
          request.pause();
          reject(tooLarge(maxBytes));
        }
      })
      .on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      .on('error', reject);
  });
}

export function send(
  response: ServerResponse,
  { status, headers, body }: UnaryAnswer,
  isLast: boolean,
): void {
  if (response.destroyed) return;
  response.setTimeout(stalledMs);
  response.writeHead(status, isLast ? { ...headers, connection: 'close' } : { ...headers });
  response.end(body);
}

/** Checks the token of a call and reads its body. Resolves to undefined where it has refused the call. */
export async function receive(
  { method, gate, maxBodyBytes }: Pick<UnaryHandler, 'method' | 'gate' | 'maxBodyBytes'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ readonly body: Buffer; readonly values: ContextValues } | undefined> {
  const { headers } = request;
  const values = createContextValues().set(peerAddressKey, request.socket.remoteAddress);
  try {
    gate({ method, values, header: (name) => headerIn(headers, name) });
    if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
    return { body: await readBody(request, maxBodyBytes), values };
  } catch (thrown) {
    // Ends the connection, because the rest of the body is not read.
    send(response, errorAnswer(asConnectError(thrown)), true);
    return undefined;
  }
}

/** Serves one unary call. `isClosing`: whether the server is about to stop, so that the answer ends its connection. */
export async function serveUnary(
  handler: UnaryHandler,
  request: IncomingMessage,
  response: ServerResponse,
  isClosing: () => boolean,
): Promise<void> {
  const received = await receive(handler, request, response);
  if (received === undefined) return;
  const call = handler.call(request.url ?? '', request.headers, received.body, received.values);
  response.once('close', () => {
    if (!response.writableFinished) call.cancel();
  });
  send(response, await call.answer, isClosing());
}
