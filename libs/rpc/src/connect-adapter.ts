import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type ConnectRouter, createContextValues } from '@connectrpc/connect';
import { uResponseNotFound } from '@connectrpc/connect/protocol';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { Logger } from '@patchbay/telemetry/logger';
import { capTimeout } from './deadline.ts';
import { peerAddressKey } from './peer-address.ts';
import { closeConnectionKey } from './streams/close-connection.ts';

export interface ConnectAdapterOptions {
  readonly handlers: ConnectRouter['handlers'];
  /** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none. */
  readonly maxTimeoutMs: number;
  readonly logger: Logger;
}

export interface ConnectAdapter {
  readonly serve: (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) => void;
  /** The number of streams being served. */
  streams(): number;
}

/**
 * Serves calls with Connect's own handlers, over HTTP/1.1 and HTTP/2. Not `connectNodeAdapter`: that writes an error to the
 * console whenever a client disconnects during a response, and gives handlers no means to close the connection.
 */
export function createConnectAdapter({
  handlers,
  maxTimeoutMs,
  logger,
}: ConnectAdapterOptions): ConnectAdapter {
  const byPath = new Map(handlers.map((handler) => [handler.requestPath, handler]));
  let streams = 0;
  return {
    streams: () => streams,
    serve(request, response) {
      const handler = byPath.get(request.url?.split('?', 1)[0] ?? '');
      if (handler === undefined) {
        response.statusCode = uResponseNotFound.status;
        response.end();
        return;
      }
      if (handler.method.methodKind === 'unary') capTimeout(request.headers, maxTimeoutMs);
      else {
        streams += 1;
        response.once('close', () => (streams -= 1));
      }
      const values = createContextValues()
        .set(closeConnectionKey, () => void response.destroy())
        .set(peerAddressKey, request.socket.remoteAddress);
      const answer = async (): Promise<void> => {
        // Throws for a request without a Host header, which HTTP/1.0 allows.
        const call = universalRequestFromNodeRequest(request, response, undefined, values);
        await universalResponseToNodeResponse(await handler(call), response);
      };
      answer().catch((error: unknown) => {
        logger.debug({ err: error, method: handler.requestPath }, 'an answer could not be sent');
        response.destroy();
      });
    },
  };
}
