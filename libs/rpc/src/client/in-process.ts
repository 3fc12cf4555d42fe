import {
  Code,
  ConnectError,
  createConnectRouter,
  createRouterTransport,
  type Transport,
} from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import type { TokenMinter, TokenVerifier } from '../caller/caller-token.ts';
import { createTokenGate } from '../caller/token-gate.ts';
import { type Routes, registerRoutes } from '../server/routes.ts';
import { createServeCall, serveInterceptor } from '../server/serve-call.ts';
import { defaultMaxTimeoutMs } from '../server/unary-handler.ts';
import { defaultStreamLimits, type StreamLimits, untilEndOfStream } from '../streams/running-stream.ts';
import type { BodyTransport, SendBody } from './bodies.ts';
import { createClientCall } from './client-call.ts';
import { createTransport, type Send } from './transport.ts';

export interface InProcessTransportOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  /** The routes of `to`, as its server has them. */
  readonly routes: Routes;
  /** The verifier of `to`. */
  readonly verifier: TokenVerifier;
  /** The minter of `from`. */
  readonly minter: TokenMinter;
  readonly logger: Logger;
  /** Milliseconds. Default: by method. */
  readonly defaultTimeoutMs?: number;
  /** Default: those of every server. */
  readonly streamLimits?: StreamLimits | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * A transport to a service in the same process: serialization, tokens, deadlines, spans and errors are those of a call over
 * the network, without a socket.
 */
export function createInProcessTransport({
  from,
  to,
  routes,
  verifier,
  minter,
  logger,
  defaultTimeoutMs,
  streamLimits = defaultStreamLimits,
  clock,
}: InProcessTransportOptions): BodyTransport {
  const gate = createTokenGate(verifier, logger, clock);
  const serve = createServeCall({ service: to, gate, logger });
  const options = { serve, maxTimeoutMs: defaultMaxTimeoutMs, streamLimits, clock };
  const handlers = registerRoutes(createConnectRouter(), routes, options);
  const isServed = <Handler>(handler: Handler | undefined, path: string): Handler => {
    if (handler === undefined) throw new ConnectError(`${to} does not serve ${path}`, Code.Unimplemented);
    return handler;
  };
  const send: Send = (path, headers, body, call) =>
    new Promise((resolve, reject) => {
      const handler = isServed(handlers.unary.get(path), path);
      call.sent();
      const served = handler.call(path, headers, body);
      call.onCancel = (reason) => {
        served.cancel();
        reject(reason);
      };
      served.answer.then(resolve, reject);
    });
  const sendBody: SendBody = async (path, headers, body, signal) => {
    const call = isServed(handlers.bodies.get(path), path).call(headers, body);
    signal.addEventListener('abort', call.cancel, { once: true });
    return call.answer;
  };
  const interceptor = untilEndOfStream(
    serveInterceptor(serve, defaultMaxTimeoutMs, clock),
    streamLimits,
    clock,
  );
  let streams: Transport | undefined;
  return createTransport({
    baseUrl: 'http://in-process',
    send,
    clientCall: createClientCall({ from, to, minter }),
    defaultTimeoutMs,
    streams: () =>
      (streams ??= createRouterTransport((router) => void registerRoutes(router, routes, options), {
        router: { interceptors: [interceptor] },
      })),
    sendBody,
    clock,
  });
}
