import type { IncomingMessage, ServerResponse } from 'node:http';
import { Code, ConnectError, createConnectRouter, createMethodImplSpec } from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { Health } from '@patchbay/contracts/grpc/health/v1/health';
import { internal, unavailable } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { maxHeaderBytes } from '../bodies/wire.ts';
import type { TokenVerifier } from '../caller/caller-token.ts';
import { createTokenGate } from '../caller/token-gate.ts';
import { defaultStreamLimits, type StreamLimits, untilEndOfStream } from '../streams/running-stream.ts';
import type { RpcTls } from '../tls.ts';
import { serveBodies } from './body-requests.ts';
import { createConnectHandler } from './connect-handler.ts';
import { createGrpcListener } from './grpc-listener.ts';
import { createHealth } from './health.ts';
import { createHttpListener, type HttpListenerOptions } from './http-listener.ts';
import { type ConnectionLimits, defaultLimits } from './listener.ts';
import { type Routes, registerRoutes } from './routes.ts';
import { createServeCall, serveInterceptor } from './serve-call.ts';
import { createUnaryHandler, defaultMaxTimeoutMs, type UnarySpec } from './unary-handler.ts';
import { isUnaryRequest, serveUnary } from './unary-requests.ts';

export type { Routes };

export interface RpcServerOptions {
  readonly service: ServiceName;
  readonly routes: Routes;
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
  /** Of HTTP/1.1, which our services speak; 0: any free port. */
  readonly port: number;
  /** Of HTTP/1.1 without TLS, while callers move to TLS; 0: any free port; undefined: none. */
  readonly plainPort?: number | undefined;
  /** Of HTTP/2, for gRPC clients; 0: any free port; undefined: none. */
  readonly grpcPort?: number | undefined;
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
  /** Without a certificate the ports speak no TLS, with one nothing else, but for `plainPort`. With a CA too, clients must present a certificate of it. */
  readonly tls?: RpcTls;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly clock?: Clock;
}

export interface RpcServer extends Component {
  /** The port of HTTP/1.1, once started. */
  port(): number;
  /** The port of HTTP/1.1 without TLS, once started. Throws if the server has none. */
  plainPort(): number;
  /** The port of HTTP/2, once started. Throws if the server has none. */
  grpcPort(): number;
  /** New connections get this certificate. Has no effect on a server that was created without one. */
  setTls(tls: RpcTls): void;
}

/** Bytes of a health check, which needs no token; its only field is the name of a service. */
const maxHealthBytes = 1_024;
/** Milliseconds. */
const stalledMarginMs = 30_000;
/** Milliseconds that `drain` waits after its deadline for streams to send their last error to their readers. */
const lastErrorMs = 500;
/** Milliseconds between two sweeps of idle connections while draining. */
const sweepMs = 20;

/**
 * Serves the methods of a service: Connect over HTTP/1.1 on `port` and `plainPort`, and gRPC and Connect over HTTP/2 on `grpcPort`. Every call needs a
 * caller token, except those of `grpc.health.v1.Health`.
 */
export function createRpcServer({
  service,
  routes,
  verifier,
  logger,
  port,
  plainPort,
  grpcPort,
  host,
  ready = async () => ({}),
  maxBodyBytes = 1_048_576,
  maxTimeoutMs = defaultMaxTimeoutMs,
  streamLimits = defaultStreamLimits,
  tls = {},
  connectionLimits,
  clock = systemClock,
}: RpcServerOptions): RpcServer {
  const draining = new AbortController();
  const stopping = new AbortController();
  const gate = createTokenGate(verifier, logger, clock);
  const serve = createServeCall({ service, gate, logger });
  const router = createConnectRouter({
    interceptors: [untilEndOfStream(serveInterceptor(serve, maxTimeoutMs, clock), streamLimits, clock)],
    requestGate: async ({ method, values, requestHeader }) =>
      gate({ method, values, header: (name) => requestHeader.get(name) ?? undefined }),
    readMaxBytes: maxBodyBytes,
    acceptCompression: [compressionGzip, compressionBrotli],
    shutdownSignal: stopping.signal,
    grpcWeb: false,
  });
  const methods = registerRoutes(router, routes, {
    serve,
    gate,
    maxBodyBytes,
    maxTimeoutMs,
    streamLimits,
    stopping: stopping.signal,
    clock,
  });
  const services = new Set([
    ...router.handlers.map((handler) => handler.service.typeName),
    ...[...methods.bodies.values()].map(({ method }) => method.parent.typeName),
  ]);
  const health = createHealth({ notReady: ready, services, draining: draining.signal, clock });
  const check = createMethodImplSpec(Health.method.check, health.check) as UnarySpec;
  const unary = new Map([
    ...methods.unary,
    [
      createMethodUrl('/', Health.method.check),
      createUnaryHandler(check, { maxBodyBytes: maxHealthBytes, maxTimeoutMs, clock }),
    ],
  ]);
  // No interceptors: probes have no caller token and need no span.
  router.service(Health, health, { interceptors: [], requestGate: () => {}, readMaxBytes: maxHealthBytes });
  const serveConnect = createConnectHandler(router.handlers, logger);

  let closesAfterAnswer = false;
  const limits: ConnectionLimits = {
    ...defaultLimits,
    // An answer waits for its reader as long as a stream does; the margin leaves it to the stream to end with its own error.
    stalledMs: streamLimits.readerMs && streamLimits.readerMs + stalledMarginMs,
    ...connectionLimits,
  };
  const isClosing = (): boolean => closesAfterAnswer;
  const ownAnswer = (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const { url = '' } = request;
    const withBodies = methods.bodies.get(url);
    if (withBodies !== undefined) return serveBodies(withBodies, request, response, isClosing);
    const handler = isUnaryRequest(request) ? unary.get(url) : undefined;
    return handler && serveUnary(handler, request, response, isClosing);
  };
  const serveHttp: HttpListenerOptions['serve'] = (request, response) => {
    const answer = ownAnswer(request, response);
    if (answer !== undefined) {
      answer.catch((error: unknown) => {
        logger.debug({ err: error, method: request.url }, 'an answer could not be sent');
        response.destroy();
      });
      return;
    }
    if (closesAfterAnswer) response.setHeader('connection', 'close');
    serveConnect(request, response);
  };
  const httpOptions = {
    limits,
    logger,
    serve: serveHttp,
    ...(methods.bodies.size > 0 && { maxHeaderBytes }),
  };
  const http = createHttpListener({ ...httpOptions, tls });
  const plain = plainPort === undefined ? undefined : createHttpListener({ ...httpOptions, tls: {} });
  const grpc =
    grpcPort === undefined
      ? undefined
      : createGrpcListener({ tls, limits, logger, serve: serveConnect, clock });
  const listeners = [http, plain, grpc].filter((each) => each !== undefined);

  const endStreams = (): void => stopping.abort(new ConnectError('the server is stopping', Code.Unavailable));
  const closeAll = (): Promise<unknown> => Promise.all(listeners.map((listener) => listener.close()));

  return {
    name: 'rpc server',
    port: () => http.port,
    plainPort() {
      if (plain === undefined) throw internal('the server has no port without TLS');
      return plain.port;
    },
    grpcPort() {
      if (grpc === undefined) throw internal('the server has no gRPC port');
      return grpc.port;
    },
    setTls(renewed) {
      for (const listener of listeners) listener.setTls(renewed);
    },
    async start() {
      await http.listen(port, host);
      if (plainPort !== undefined) {
        await plain?.listen(plainPort, host);
        logger.warn({ port: plainPort }, 'calls without TLS are accepted');
      }
      if (grpcPort !== undefined) await grpc?.listen(grpcPort, host);
    },
    async ready() {
      if (!listeners.every(({ isListening }) => isListening)) throw unavailable('not listening');
    },
    // Connections of HTTP/1.1 end with their next answer. Those of HTTP/2 stay until `drain`, which tells their clients by a GOAWAY.
    leave() {
      closesAfterAnswer = true;
    },
    async drain(deadline) {
      closesAfterAnswer = true;
      draining.abort();
      const closed = closeAll();
      const closedAfterSweep = (): Promise<boolean> => {
        // Repeated, because a connection becomes idle when its last call ends.
        for (const listener of listeners) listener.closeIdle();
        return inTime(closed, systemClock.deadline(sweepMs));
      };
      while (!(await closedAfterSweep()) && !deadline.aborted);
      endStreams();
      const lastErrorsBy = performance.now() + lastErrorMs;
      while (!(await closedAfterSweep()) && performance.now() < lastErrorsBy);
    },
    async stop() {
      draining.abort();
      endStreams();
      const closed = closeAll();
      for (const listener of listeners) listener.destroy();
      await closed;
    },
  };
}
