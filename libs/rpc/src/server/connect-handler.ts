import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type ConnectRouter, createContextValues } from '@connectrpc/connect';
import { uResponseNotFound } from '@connectrpc/connect/protocol';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { Logger } from '@patchbay/telemetry/logger';
import { peerAddressKey } from '../caller/token-gate.ts';
import { closeConnectionKey } from '../streams/running-stream.ts';

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;

/**
 * Serves calls with Connect's own handlers, over HTTP/1.1 and HTTP/2. Not `connectNodeAdapter`, which is the same but writes an error to
 * the console whenever a client disconnects during a response, and gives handlers no means to close the connection.
 */
export function createConnectHandler(
  handlers: ConnectRouter['handlers'],
  logger: Pick<Logger, 'debug'>,
): NodeHandler {
  const byPath = new Map(handlers.map((handler) => [handler.requestPath, handler]));
  return (request, response) => {
    const handler = byPath.get(request.url?.split('?', 1)[0] ?? '');
    if (handler === undefined) {
      response.statusCode = uResponseNotFound.status;
      response.end();
      return;
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
  };
}
