import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError, createConnectRouter, createMethodImplSpec } from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
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
import { asInterceptor, createServeCall } from './interceptors/serve-call.ts';
import { CallConnections } from './lean/http1/call-connections.ts';
import { createLeanMethod, type UnarySpec } from './lean/method.ts';
import { type Routes, registerRoutes } from './lean/routes.ts';
import { type ConnectionLimits, defaultLimits } from './port/limits.ts';
import { createRpcPort } from './port/port.ts';
import type { StreamLimits } from './streams/running-stream.ts';
import { untilEndOfStream } from './streams/until-end-of-stream.ts';
import type { RpcTls } from './tls.ts';
import { createTokenGate } from './token-gate.ts';

export interface RpcServerOptions {
  readonly service: ServiceName;
  readonly routes: Routes;
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
  /** 0: any free port. */
  readonly port: number;
  /** Every interface by default. */
  readonly host?: string | undefined;
  /** For the health service: names of what is not ready, with the reasons; empty means ready. Always ready by default. */
  readonly ready?: () => Promise<Record<string, string>>;
  /** 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none; 30,000 by default. */
  readonly maxTimeoutMs?: number;
  /**
   * By default 30,000 ms for a handler to produce the next message, and 900,000 ms for the reader to ask for it. A whole
   * stream has a deadline only if its client sends one.
   */
  readonly streamLimits?: StreamLimits;
  /** Without a certificate the port speaks no TLS. With a CA too, clients must present a certificate of it. */
  readonly tls?: RpcTls;
  readonly connectionLimits?: Partial<ConnectionLimits>;
}

export interface RpcServer extends Component {
  /** The port it listens on, once started. */
  port(): number;
}

/** Bytes of a health check, which needs no token; its only field is the name of a service. */
const maxHealthBytes = 1_024;
/** Milliseconds. */
const stalledMarginMs = 30_000;
/** Milliseconds that `drain` waits at its end for streams to send their last error to their readers. */
const lastErrorMs = 250;
/** Milliseconds between two sweeps of idle connections while draining. */
const sweepMs = 20;

/**
 * Serves the methods of a service on one port: Connect over HTTP/1.1, Connect and gRPC over HTTP/2. Every call needs a caller
 * token, except those of `grpc.health.v1.Health`.
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
  tls = {},
  connectionLimits,
}: RpcServerOptions): RpcServer {
  const draining = new AbortController();
  const stopping = new AbortController();
  const gate = createTokenGate(verifier, logger);
  const serve = createServeCall({ service, gate, logger });
  const router = createConnectRouter({
    // The deadline is enforced innermost, so that span, metrics and error mapping see the error.
    interceptors: [untilEndOfStream([asInterceptor(serve)], streamLimits), enforceDeadline],
    requestGate: async ({ method, values, requestHeader }) =>
      gate({ method, values, header: (name) => requestHeader.get(name) ?? undefined }),
    readMaxBytes: maxBodyBytes,
    acceptCompression: [compressionGzip, compressionBrotli],
    shutdownSignal: stopping.signal,
    grpcWeb: false,
  });
  const methods = registerRoutes(router, routes, { serve, gate, maxBodyBytes, maxTimeoutMs });
  const services = new Set(router.handlers.map((handler) => handler.service.typeName));
  const health = createHealth({ notReady: ready, services: () => services, draining: draining.signal });
  const check = createMethodImplSpec(Health.method.check, health.check) as UnarySpec;
  const checkMethod = createLeanMethod(check, { maxBodyBytes: maxHealthBytes, maxTimeoutMs });
  // No interceptors: probes have no caller token and need no span.
  router.service(Health, health, {
    interceptors: [],
    requestGate: () => {},
    readMaxBytes: maxHealthBytes,
  });
  const viaConnect = createConnectAdapter({ handlers: router.handlers, maxTimeoutMs, logger });

  let leaving = false;
  const limits: ConnectionLimits = {
    ...defaultLimits,
    // An answer waits for its reader as long as a stream does; the margin leaves it to the stream to end with its own error.
    stalledMs: streamLimits.readerMs && streamLimits.readerMs + stalledMarginMs,
    ...connectionLimits,
  };
  const rpcPort = createRpcPort({
    tls,
    limits,
    logger,
    calls: new CallConnections({
      // With the check of health: a client sends it on the connections of its calls.
      methods: new Map([...methods, [createMethodUrl('/', Health.method.check), checkMethod]]),
      limits,
      closing: () => leaving,
    }),
    onHttp1(request, response) {
      if (leaving) response.shouldKeepAlive = false;
      viaConnect.serve(request, response);
    },
    onHttp2: viaConnect.serve,
  });

  const endStreams = (): void => stopping.abort(new ConnectError('the server is stopping', Code.Unavailable));

  return {
    name: 'rpc server',
    port: () => rpcPort.number(),
    start: () => rpcPort.listen(port, host),
    async ready() {
      if (!rpcPort.listening()) throw unavailable('not listening');
    },
    // Connections of HTTP/1 end with their next answer. Those of HTTP/2 stay until `drain`, which tells their clients by a GOAWAY.
    leave() {
      leaving = true;
    },
    async drain(deadline) {
      leaving = true;
      draining.abort();
      const gone = rpcPort.close().then(() => true);
      do {
        // Repeated, because a connection becomes idle when its last call ends.
        rpcPort.closeIdle();
      } while (!(await Promise.race([gone, sleep(sweepMs, false)])) && !deadline.aborted);
      endStreams();
      const lastErrorsBy = Date.now() + lastErrorMs;
      while (viaConnect.streams() > 0 && Date.now() < lastErrorsBy) await sleep(sweepMs);
    },
    async stop() {
      draining.abort();
      endStreams();
      const gone = rpcPort.close();
      rpcPort.destroy();
      await gone;
    },
  };
}
