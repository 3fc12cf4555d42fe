import { notFound } from '@patchbay/errors/failure';
import type { Asset } from '@patchbay/http/asset';
import { createHttpServer, type HttpServer } from '@patchbay/http/http-server';
import { securityHeaders } from '@patchbay/http/security-headers';
import type { LimitName, RateLimits } from '@patchbay/limits/rate-limits';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { version } from '@patchbay/platform/version';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { startAtZero } from '@patchbay/telemetry/metrics';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { sendAsset, sendRedirect } from './answer/answer.ts';
import { refuseEarly } from './answer/failure.ts';
import { setCommonHeaders } from './answer/headers.ts';
import { createServe } from './answer/serve.ts';
import { createClients, type Transports } from './clients.ts';
import type { GatewayConfig } from './config.ts';
import { createOverload, type SampleLoopDelay } from './edge/overload.ts';
import { boundPipelining } from './edge/pipelining.ts';
import { createLimiter } from './limits/limiter.ts';
import { createDocs } from './openapi/docs.ts';
import { createOpenApi } from './openapi/document.ts';
import { createCan } from './operation/can.ts';
import type { Operation } from './operation/operation.ts';
import { createPerform } from './operation/perform.ts';
import { operations as everyOperation } from './operations/index.ts';
import { createHealthCheck, createServicesReadiness, type Probes } from './probes.ts';
import { createCookie, createSessionCookie } from './request/cookie.ts';
import { beginExchange, type Exchange } from './request/exchange.ts';
import { isRelay } from './request/streaming.ts';
import { createTrustedOrigins } from './request/trusted-origins.ts';
import { createRoutes, type Endpoint } from './routes.ts';
import type { Services } from './services.ts';

/** Dependencies of a gateway. Transports are in-process in the embedded platform, over the network in production. */
export interface Parts extends Transports {
  readonly rateLimits: RateLimits;
  /** Default: streamed answers and lists are counted in this process alone. */
  readonly counts?: SharedCounts | undefined;
  readonly probes: Probes;
  readonly logger: Logger;
  /** Default: the document of the operations. */
  readonly openApi?: Asset;
  /** Default: that of the process. */
  readonly sampleDelay?: SampleLoopDelay;
  readonly clock?: Clock;
}

export interface Gateway {
  readonly app: Express;
  readonly server: HttpServer;
  readonly components: readonly Component[];
}

function endpointOf(
  operation: Operation,
  services: Services,
  perform: ReturnType<typeof createPerform>,
): Endpoint {
  const { id, group, method, path, problems = [] } = operation;
  return {
    method,
    path,
    operation: id,
    part: group === 'infra' ? undefined : isRelay(operation) ? 'relay' : group,
    failedCredential: (failure) => operation.failedCredential?.(failure) ?? false,
    redirectFailure: (failure, requestId) =>
      problems.includes(failure.code) ? undefined : operation.redirectFailure?.(failure, services, requestId),
    answer: (exchange, params) => perform({ exchange, params }, operation),
  };
}

/** Only browsers name `text/html`; curl and fetch accept anything, and get the problem. */
const isBrowserAtRoot = ({ path, request: { method, headers } }: Exchange): boolean =>
  path === '/' && (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

const answerUnknownPath = (exchange: Exchange): void => {
  if (!isBrowserAtRoot(exchange)) throw notFound('no such route');
  sendRedirect(exchange, { location: '/docs' });
};

/** A path whose percent-encoding Express cannot decode is an unknown path. */
const ignoreUndecodable: ErrorRequestHandler = (error, _request, _response, next) =>
  next(error instanceof URIError ? undefined : error);

/** Composes a gateway; it listens once its components are started. */
export function build(
  config: GatewayConfig,
  parts: Parts,
  operations: readonly Operation[] = everyOperation,
): Gateway {
  const { publicUrl, portalUrl, commit, builtAt } = config;
  const { rateLimits, counts, probes, logger, clock = systemClock } = parts;
  const checkHealth = createHealthCheck(probes);
  const sessionCookie = createSessionCookie(publicUrl);
  const trustedOrigins = createTrustedOrigins(publicUrl, portalUrl, config.trustedOrigins);
  const services: Services = {
    ...createClients(parts),
    notReady: async () => (await checkHealth()).notReady,
    build: { name: 'patchbay', version, commit, builtAt },
    openApi: parts.openApi ?? createOpenApi(operations, { publicUrl, cookieName: sessionCookie.name }),
    can: createCan(operations),
    sessionCookie,
    signInCookie: createCookie('patchbay_sign_in', publicUrl),
    signUpCookie: createCookie('patchbay_sign_up', publicUrl),
    trustedOrigins,
    portalUrl,
  };
  const headers = securityHeaders(new URL(publicUrl).protocol === 'https:');
  const overload = createOverload({
    maxRunning: config.maxConcurrentRequests,
    logger,
    sampleDelay: parts.sampleDelay,
  });
  const serve = createServe(logger);
  const perform = createPerform(services, createLimiter(rateLimits, { counts, clock }), {
    counts,
    logger,
    clock,
  });
  startAtZero('requestsRefused', {
    operation: operations.filter(({ credentials }) => credentials !== 'none').map(({ id }) => id),
    refusal: ['limit'],
    reason: ['failedCredentialPerAddress' satisfies LimitName],
  });
  const endpoints = [
    ...operations.map((operation) => endpointOf(operation, services, perform)),
    ...createDocs(operations, { publicUrl, portalUrl }).map(
      ([path, page]): Endpoint => ({
        method: 'GET',
        path,
        operation: 'docs',
        answer: (exchange) => sendAsset(exchange, page),
      }),
    ),
  ];

  // What every request passes, in order.
  const app = express();
  app.disable('x-powered-by');
  app.use(beginExchange(config.trustedProxies, logger, clock));
  app.use(setCommonHeaders(headers, trustedOrigins));
  app.use(boundPipelining());
  app.use(overload.admit);
  app.use(createRoutes(endpoints, serve, trustedOrigins));
  app.use(ignoreUndecodable);
  app.use(serve({ route: 'none', operation: 'none' }, answerUnknownPath));
  app.use(refuseEarly);

  const server = createHttpServer(app, config, { service: 'gateway', headers, logger });
  return { app, server, components: [createServicesReadiness(checkHealth), overload, server] };
}
