import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from '@patchbay/telemetry/logger';
import { type RpcTls, serverTlsOptions } from '../tls.ts';
import { splitByAlpn } from './alpn.ts';
import { BeginningConnections } from './beginning-connections.ts';
import { limitSession } from './http2-session.ts';
import type { ConnectionLimits } from './limits.ts';
import { splitByPreface } from './preface.ts';

export interface RpcPortOptions {
  /** With a certificate and its key the port speaks TLS only; with a CA too, clients must have a certificate of it. */
  readonly tls: RpcTls;
  readonly limits: ConnectionLimits;
  readonly onHttp1: RequestListener;
  readonly onHttp2: (request: Http2ServerRequest, response: Http2ServerResponse) => void;
  readonly logger: Logger;
}

/** HTTP/1.1 and HTTP/2 on one port. */
export interface RpcPort {
  listen(port: number, host: string | undefined): Promise<void>;
  readonly listening: () => boolean;
  readonly number: () => number;
  /** Stops accepting connections and lets each end with its last call; resolves when the last one is closed. */
  close(): Promise<unknown>;
  /** Closes connections over HTTP/1.1 that serve no call at this moment. */
  closeIdle(): void;
  /** Closes every connection at once. */
  destroy(): void;
}

export function createRpcPort({ tls, limits, onHttp1, onHttp2, logger }: RpcPortOptions): RpcPort {
  const sessions = new Set<ServerHttp2Session>();
  let closed: Promise<unknown> | undefined;
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: 256 } }, onHttp2);
  http2.on('sessionError', (error) => logger.debug({ err: error }, 'an HTTP/2 connection failed'));
  const serveHttp2 = (socket: Socket): void => {
    http2.once('session', (session) => {
      sessions.add(session);
      session.once('close', () => sessions.delete(session));
      limitSession(session, socket, limits);
      if (closed !== undefined) session.close();
    });
    // Emits `session` before it returns.
    http2.emit('connection', socket);
  };

  const options = {
    keepAliveTimeout: limits.idleMs,
    headersTimeout: limits.requestMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  };
  const tlsOptions = serverTlsOptions(tls);
  const beginning = new BeginningConnections(limits);
  const listen = () => {
    if (tlsOptions === undefined) {
      const server = createServer(options, onHttp1);
      splitByPreface(server, beginning, serveHttp2);
      return server;
    }
    const server = createHttpsServer({ ...options, ...tlsOptions }, onHttp1);
    splitByAlpn(server, beginning, serveHttp2);
    server.on('tlsClientError', (error) => logger.debug({ err: error }, 'a TLS handshake failed'));
    return server;
  };
  const http1 = listen();

  return {
    async listen(port, host) {
      http1.listen(port, host);
      await once(http1, 'listening');
    },
    listening: () => http1.listening,
    number: () => (http1.address() as AddressInfo).port,
    close() {
      if (closed === undefined) {
        closed = http1.listening ? once(http1, 'close') : Promise.resolve();
        http1.close();
        beginning.closeAll();
        for (const session of sessions) session.close();
      }
      return closed;
    },
    closeIdle: () => http1.closeIdleConnections(),
    destroy() {
      beginning.closeAll();
      http1.closeAllConnections();
      for (const session of sessions) session.destroy();
    },
  };
}
