import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Code, ConnectError, createContextValues } from '@connectrpc/connect';
import { contentTypeUnaryProto } from '@connectrpc/connect/protocol-connect';
import { peerAddressKey } from '../peer-address.ts';
import type { TokenGate } from '../token-gate.ts';
import { type Answer, asConnectError, errorAnswer, noMetadata } from './answer.ts';
import type { LeanMethod } from './method.ts';
import type { LeanMethods } from './routes.ts';

export interface LeanHandlerOptions {
  readonly methods: LeanMethods;
  readonly gate: TokenGate;
  readonly maxBodyBytes: number;
  /** Serves everything but plain unary calls: streams, JSON, GET, compressed bodies, gRPC, unknown paths. */
  readonly fallback: (request: IncomingMessage, response: ServerResponse) => void;
  /** While true, responses have the header `connection: close`. */
  readonly closing?: () => boolean;
}

const tooLarge = (maxBodyBytes: number): Answer =>
  errorAnswer(
    new ConnectError(
      `message size is larger than configured readMaxBytes ${maxBodyBytes}`,
      Code.ResourceExhausted,
    ),
    noMetadata,
  );

const isPlainUnary = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  headers['content-type'] === contentTypeUnaryProto &&
  headers['content-encoding'] === undefined;

/** An HTTP/1.1 request listener that serves unary binary calls of the Connect protocol itself. */
export function createLeanHandler({
  methods,
  gate,
  maxBodyBytes,
  fallback,
  closing = () => false,
}: LeanHandlerOptions): RequestListener {
  const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
    if (response.destroyed) return;
    response.writeHead(status, [...headers, ...(closing() ? ['connection', 'close'] : [])]);
    response.end(body);
  };

  const serve = (method: LeanMethod, request: IncomingMessage, response: ServerResponse): void => {
    const { headers, socket } = request;
    const values = createContextValues().set(peerAddressKey, socket.remoteAddress);
    const header = (name: string): string | undefined => headers[name]?.toString();
    try {
      gate({ method: method.descriptor, values, header });
    } catch (thrown) {
      // Node discards the body that nobody reads once the response has been sent.
      send(response, errorAnswer(asConnectError(thrown), noMetadata));
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else if (!response.headersSent) send(response, tooLarge(maxBodyBytes));
    });
    request.on('end', () => {
      if (size > maxBodyBytes) return;
      const [first] = chunks;
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      const call = method.call(request.url ?? '', headers, body, values);
      response.on('close', () => call.cancel());
      // Only `writeHead` with an invalid header can fail here: closing the connection reports that to the client.
      call.answer.then((answer) => send(response, answer)).catch(() => response.destroy());
    });
  };

  return (request, response) => {
    const method = request.url === undefined ? undefined : methods.get(request.url);
    if (method === undefined || !isPlainUnary(request)) fallback(request, response);
    else if (Number(request.headers['content-length']) > maxBodyBytes) send(response, tooLarge(maxBodyBytes));
    else serve(method, request, response);
  };
}
