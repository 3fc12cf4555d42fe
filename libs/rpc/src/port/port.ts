import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from '@patchbay/telemetry/logger';
import type { CallConnections } from '../lean/http1/call-connections.ts';
import { type RpcTls, serverTlsOptions } from '../tls.ts';
import { splitByAlpn } from './alpn.ts';
import { BeginningConnections } from './beginning-connections.ts';
import { Http1Connections } from './http1-connections.ts';
import { type LimitedSession, limitSession } from './http2-session.ts';
import { type ConnectionLimits, closeMs } from './limits.ts';
import { splitByPreface } from './preface.ts';
import { reportHandshakes } from './report-handshakes.ts';

export interface RpcPortOptions {
  /** With a certificate and its key the port speaks TLS only; with a CA too, clients must have a certificate of it. */
  readonly tls: RpcTls;
  readonly limits: ConnectionLimits;
  /** Gets the connections over HTTP/1.1 first. */
  readonly calls: CallConnections;
  /** Requests on the connections that `calls` passes on. */
  readonly onHttp1: RequestListener;
  readonly onHttp2: (request: Http2ServerRequest, response: Http2ServerResponse) => void;
  readonly logger: Logger;
}

/** HTTP/1.1 and HTTP/2 on one port. */
export interface RpcPort {
  listen(port: number, host: string | undefined): Promise<void>;
  readonly listening: () => boolean;
  readonly number: () => number;
  /**
   * Stops accepting connections and lets each end with its last call; resolves when the last one is closed. Those over
   * HTTP/2 without calls are destroyed after `closeMs`.
   */
  close(): Promise<unknown>;
  /**
   * Closes connections over HTTP/1.1 that serve no call at this moment; from `closeMs` after `close` on also those whose
   * request has not arrived as a whole.
   */
  closeIdle(): void;
  /** Destroys every connection at once. */
  destroy(): void;
}

/** Calls at the same time over one HTTP/2 connection. RFC 9113 advises against fewer than 100. */
const maxConcurrentStreams = 100;

export function createRpcPort({ tls, limits, calls, onHttp1, onHttp2, logger }: RpcPortOptions): RpcPort {
  /** Connections over HTTP/2. */
  const sessions = new Map<Socket, LimitedSession>();
  let closed: Promise<unknown> | undefined;
  let closingSince = Number.POSITIVE_INFINITY;
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams } }, onHttp2);
  http2.on('sessionError', (error) => logger.debug({ err: error }, 'an HTTP/2 connection failed'));
  const serveHttp2 = (socket: Socket): void => {
    http2.once('session', (session) => {
      const limited = limitSession(session, socket, limits);
      sessions.set(socket, limited);
      socket.once('close', () => sessions.delete(socket));
      if (closed !== undefined) limited.close();
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
  const connections = new Http1Connections();
  const addHttp1 = (socket: Socket): void => connections.add(socket);
  const serveCalls = calls.add.bind(calls);
  // `addHttp1` is registered before the split, which calls the listeners that it finds for connections that are passed on only.
  const listen = () => {
    if (tlsOptions === undefined) {
      const server = createServer(options, onHttp1).on('connection', addHttp1);
      splitByPreface(server, beginning, serveCalls, serveHttp2);
      return server;
    }
    const server = createHttpsServer({ ...options, ...tlsOptions }, onHttp1);
    server.on('secureConnection', addHttp1);
    splitByAlpn(server, beginning, serveCalls, serveHttp2);
    reportHandshakes(server, logger);
    return server;
  };
  const http1 = listen().on('request', connections.onRequest);

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
        closingSince = performance.now();
        http1.close();
        beginning.closeAll();
        for (const session of sessions.values()) session.close();
      }
      return closed;
    },
    closeIdle() {
      http1.closeIdleConnections();
      calls.destroyIdle();
      if (performance.now() - closingSince <= closeMs) return;
      connections.destroyUnserved();
      calls.destroyUnserved();
    },
    destroy() {
      beginning.closeAll();
      connections.destroyAll();
      calls.destroyAll();
      // Not the sessions: `session.destroy` waits until the client has closed its side.
      for (const socket of sessions.keys()) socket.destroy();
    },
  };
}
