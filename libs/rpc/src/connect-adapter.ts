import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type ConnectRouter, createContextValues } from '@connectrpc/connect';
import { uResponseNotFound } from '@connectrpc/connect/protocol';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { Logger } from '@patchbay/telemetry/logger';
import { capTimeout } from './deadline.ts';
import { hangUpKey } from './streams/hang-up.ts';

export interface ConnectAdapterOptions {
  readonly handlers: ConnectRouter['handlers'];
  /** Milliseconds that a unary call may take at most, and takes where it names no timeout. */
  readonly maxTimeoutMs: number;
  readonly logger: Logger;
}

export interface ConnectAdapter {
  readonly serve: (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) => void;
  /** How many streams it serves now. */
  streams(): number;
}

/**
 * Serves calls by Connect's own handlers, over HTTP/1.1 and HTTP/2. Connect's own adapter would write an error to the console
 * whenever a client leaves during an answer, and tells handlers nothing of the connection.
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
      const values = createContextValues().set(hangUpKey, () => void response.destroy());
      const answer = async (): Promise<void> => {
        // Throws where a request names no host, as HTTP/1.0 allows.
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
