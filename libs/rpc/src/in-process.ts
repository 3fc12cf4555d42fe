import {
  Code,
  ConnectError,
  createConnectRouter,
  createRouterTransport,
  type Transport,
} from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import type { Logger } from '@patchbay/telemetry/logger';
import type { TokenMinter, TokenVerifier } from './caller-token.ts';
import { defaultMaxTimeoutMs, defaultStreamLimits } from './deadline.ts';
import { clientCall } from './interceptors/client-call.ts';
import { asInterceptor, createServeCall } from './interceptors/serve-call.ts';
import { type Routes, registerRoutes } from './lean/routes.ts';
import { createLeanTransport, type Send } from './lean/transport.ts';
import { untilEndOfStream } from './streams/until-end-of-stream.ts';
import { createTokenGate } from './token-gate.ts';

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
  /** Milliseconds, 5,000 by default. */
  readonly defaultTimeoutMs?: number;
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
  defaultTimeoutMs = 5_000,
}: InProcessTransportOptions): Transport {
  const serve = createServeCall({ service: to, gate: createTokenGate(verifier, logger), logger });
  const methods = registerRoutes(createConnectRouter(), routes, {
    serve,
    maxTimeoutMs: defaultMaxTimeoutMs,
  });
  const send: Send = (path, headers, body, call) =>
    new Promise((resolve, reject) => {
      const method = methods.get(path);
      if (method === undefined) throw new ConnectError(`${to} does not serve ${path}`, Code.Unimplemented);
      call.sent();
      const served = method.call(path, headers, body);
      call.onCancel = (reason) => {
        served.cancel();
        reject(reason);
      };
      served.answer.then(resolve, reject);
    });
  let streams: Transport | undefined;
  return createLeanTransport({
    baseUrl: 'http://in-process',
    send,
    outgoing: clientCall({ from, to, minter }),
    defaultTimeoutMs,
    streams: () =>
      (streams ??= createRouterTransport(routes, {
        router: { interceptors: [untilEndOfStream([asInterceptor(serve)], defaultStreamLimits)] },
      })),
  });
}
