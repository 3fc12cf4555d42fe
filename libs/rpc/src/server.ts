import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError, createConnectRouter } from '@connectrpc/connect';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { Health } from '@patchbay/contracts/grpc/health/v1/health';
import { unavailable } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import type { TokenVerifier } from './caller-token.ts';
import { createConnectAdapter } from './connect-adapter.ts';
import { defaultMaxTimeoutMs, defaultStreamLimits } from './deadline.ts';
import { createHealth } from './health.ts';
import { enforceDeadline } from './interceptors/enforce-deadline.ts';
import { serverInterceptors } from './interceptors/server-interceptors.ts';
import { createLeanHandler } from './lean/http-handler.ts';
import { type Routes, registerRoutes } from './lean/routes.ts';
import { splitByPreface } from './preface.ts';
import type { StreamLimits } from './streams/running-stream.ts';
import { untilEndOfStream } from './streams/until-end-of-stream.ts';

export interface RpcServerOptions {
  readonly service: ServiceName;
  readonly routes: Routes;
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
  /** 0 takes a free one. */
  readonly port: number;
  /** Every interface by default. */
  readonly host?: string;
  /** What the health service tells: names of what is not ready, with the reasons. Ready by default. */
  readonly ready?: () => Promise<Record<string, string>>;
  /** 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Milliseconds that a unary call may take at most, and takes where it names no timeout; 30,000 by default. */
  readonly maxTimeoutMs?: number;
  /**
   * By default 30,000 ms until a handler's next message and 90,000 ms until a reader asks for it. A stream has no deadline
   * beyond them but one that its client names.
   */
  readonly streamLimits?: StreamLimits;
}

export interface RpcServer extends Component {
  /** The port it listens on, once started. */
  port(): number;
}

/** Milliseconds; longer than clients keep an idle connection, so that they are the ones who close it. */
const keepAliveTimeoutMs = 75_000;
/** Milliseconds in which a request must have arrived whole: its body is kept until then, whoever sends it. */
const requestTimeoutMs = 30_000;
/** Milliseconds in which streams that are ended at the end of `drain` can tell it to their readers. */
const farewellMs = 250;
/** Milliseconds between two sweeps of idle connections while draining. */
const sweepMs = 20;

/**
 * A service's calls on one port: Connect over HTTP/1.1, Connect and gRPC over HTTP/2 without TLS. Every call needs a caller
 * token, those of `grpc.health.v1.Health` aside.
 */
export function createRpcServer({
  service,
  routes,
  verifier,
  logger,
  port,
  host,
  ready = async () => ({}),
  maxBodyBytes = 1_048_576,
  maxTimeoutMs = defaultMaxTimeoutMs,
  streamLimits = defaultStreamLimits,
}: RpcServerOptions): RpcServer {
  const draining = new AbortController();
  const stopping = new AbortController();
  const interceptors = [...serverInterceptors({ service, verifier, logger })];
  const router = createConnectRouter({
    // The deadline innermost, so that the other interceptors see what it does.
    interceptors: [untilEndOfStream(interceptors, streamLimits), enforceDeadline],
    readMaxBytes: maxBodyBytes,
    acceptCompression: [compressionGzip, compressionBrotli],
    shutdownSignal: stopping.signal,
    grpcWeb: false,
  });
  const methods = registerRoutes(router, routes, { interceptors, maxTimeoutMs });
  const services = new Set(router.handlers.map((handler) => handler.service.typeName));
  const health = createHealth({ notReady: ready, services: () => services, draining: draining.signal });
  // Its own empty list: probes have no caller token and are not worth a span.
  router.service(Health, health, { interceptors: [] });
  const viaConnect = createConnectAdapter({ handlers: router.handlers, maxTimeoutMs, logger });

  const sessions = new Set<ServerHttp2Session>();
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: 256 } }, viaConnect.serve);
  http2.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    if (draining.signal.aborted) session.close();
  });
  http2.on('sessionError', (error) => logger.debug({ err: error }, 'an HTTP/2 connection failed'));

  const http1 = createServer(
    { keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: requestTimeoutMs },
    createLeanHandler({
      methods,
      maxBodyBytes,
      closing: () => draining.signal.aborted,
      fallback(request: IncomingMessage, response: ServerResponse) {
        if (draining.signal.aborted) response.shouldKeepAlive = false;
        viaConnect.serve(request, response);
      },
    }),
  );
  const closeSilent = splitByPreface(http1, (socket) => void http2.emit('connection', socket));

  const endStreams = (): void => stopping.abort(new ConnectError('the server is stopping', Code.Unavailable));

  let closed: Promise<unknown> | undefined;
  /** Stops accepting; resolves when the last connection has gone. */
  const close = (): Promise<unknown> => {
    if (closed === undefined) {
      closed = http1.listening ? once(http1, 'close') : Promise.resolve();
      http1.close();
      closeSilent();
      for (const session of sessions) session.close();
    }
    return closed;
  };

  return {
    name: 'rpc server',
    port: () => (http1.address() as AddressInfo).port,
    async start() {
      http1.listen(port, host);
      await once(http1, 'listening');
    },
    async ready() {
      if (!http1.listening) throw unavailable('not listening');
    },
    async drain(deadline) {
      draining.abort();
      const gone = close().then(() => true);
      do {
        // A connection becomes idle when its last call ends.
        http1.closeIdleConnections();
      } while (!(await Promise.race([gone, sleep(sweepMs, false)])) && !deadline.aborted);
      endStreams();
      const farewell = Date.now() + farewellMs;
      while (viaConnect.streams() > 0 && Date.now() < farewell) await sleep(sweepMs);
    },
    async stop() {
      draining.abort();
      endStreams();
      const gone = close();
      http1.closeAllConnections();
      for (const session of sessions) session.destroy();
      await gone;
    },
  };
}
