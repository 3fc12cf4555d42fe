import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Logger } from '@patchbay/telemetry/logger';
import { type RpcTls, serverTlsOptions } from '../tls.ts';
import { type ConnectionLimits, Listener, limitPipelining, reportHandshakes } from './listener.ts';

export interface HttpListenerOptions {
  readonly tls: RpcTls;
  readonly limits: ConnectionLimits;
  readonly logger: Logger;
  /** Default 16 KiB. */
  readonly maxHeaderBytes?: number;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
}

/** HTTP/1.1, with TLS if there is a certificate. */
export function createHttpListener({
  tls,
  limits,
  logger,
  maxHeaderBytes,
  serve,
}: HttpListenerOptions): Listener {
  const options = {
    ...(maxHeaderBytes !== undefined && { maxHeaderSize: maxHeaderBytes }),
    keepAliveTimeout: limits.idleMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    handshakeTimeout: limits.headersMs,
  };
  const tlsOptions = serverTlsOptions(tls);
  const server =
    tlsOptions === undefined ? createServer(options) : createHttpsServer({ ...options, ...tlsOptions });
  if (tlsOptions !== undefined) reportHandshakes(server, logger);
  const handler = limitPipelining((request, response) =>
    serve(request as IncomingMessage, response as ServerResponse),
  );
  return new Listener(server, handler, () => server.closeIdleConnections());
}
