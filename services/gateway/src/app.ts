import type { Asset } from '@patchbay/http/asset';
import { createHttpServer, type HttpServer } from '@patchbay/http/http-server';
import { securityHeaders } from '@patchbay/http/security-headers';
import type { RateLimits } from '@patchbay/limits/rate-limits';
import { version } from '@patchbay/platform/version';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import express, { type Express } from 'express';
import { createClients, type Transports } from './clients.ts';
import type { GatewayConfig } from './config.ts';
import { expressMessages } from './http/express-messages.ts';
import { createWithKey } from './http/idempotency.ts';
import { createLimiter } from './http/limits.ts';
import type { SampleLoopDelay } from './http/loop-delay.ts';
import { createOverload } from './http/overload.ts';
import { createPerformer } from './http/perform.ts';
import { createPipeline, type Endpoint } from './http/pipeline.ts';
import { createRoutes } from './http/routes.ts';
import { createDocs } from './openapi/docs.ts';
import { createOpenApi } from './openapi/document.ts';
import { createCookie } from './operation/cookie.ts';
import type { Operation } from './operation/operation.ts';
import type { Services } from './operation/services.ts';
import { createSessionCookie } from './operation/session-cookie.ts';
import { createTrustedOrigins } from './operation/trusted-origins.ts';
import { operations as everyOperation } from './operations/index.ts';
import { createHealthCheck, createServicesReadiness, type Probes } from './probes.ts';

/** Dependencies of a gateway. Transports are in-process in the embedded platform, over the network in production. */
export interface Parts extends Transports {
  readonly rateLimits: RateLimits;
  readonly probes: Probes;
  readonly logger: Logger;
  /** Default: the document of the operations. */
  readonly openApi?: Asset;
  /** Default: that of the process. */
  readonly sampleDelay?: SampleLoopDelay;
}

export interface Gateway {
  readonly app: Express;
  readonly server: HttpServer;
  readonly components: readonly Component[];
}

/** Composes a gateway; it listens once its components are started. */
export function build(
  config: GatewayConfig,
  parts: Parts,
  operations: readonly Operation[] = everyOperation,
): Gateway {
  const { publicUrl, portalUrl, trustedProxies, commit, builtAt } = config;
  const { rateLimits, probes, logger } = parts;
  const checkHealth = createHealthCheck(probes);
  const limiter = createLimiter(rateLimits);
  const sessionCookie = createSessionCookie(publicUrl);
  const services: Services = {
    ...createClients(parts),
    notReady: async () => (await checkHealth()).notReady,
    build: { name: 'patchbay', version, commit, builtAt },
    openApi: parts.openApi ?? createOpenApi(operations, { publicUrl, cookieName: sessionCookie.name }),
    sessionCookie,
    signInCookie: createCookie('patchbay_sign_in', publicUrl),
    signUpCookie: createCookie('patchbay_sign_up', publicUrl),
    trustedOrigins: createTrustedOrigins(publicUrl, portalUrl, config.trustedOrigins),
    portalUrl,
  };
  const find = createRoutes<Endpoint>([
    ...operations.map((operation) => [operation.method, operation.path, operation] as const),
    ...createDocs().map(([path, page]) => ['GET', path, page] as const),
  ]);

  const headers = securityHeaders(new URL(publicUrl).protocol === 'https:');
  const app = express();
  app.disable('x-powered-by');
  app.use(
    createPipeline({
      find,
      perform: createPerformer(services, limiter, createWithKey(logger)),
      services,
      trustedProxies,
      headers,
      logger,
    }),
  );
  const overload = createOverload({
    maxRunning: config.maxConcurrentRequests,
    headers,
    trustedOrigins: services.trustedOrigins,
    logger,
    ...(parts.sampleDelay && { sampleDelay: parts.sampleDelay }),
  });
  const listen = { ...config, messages: expressMessages(app) };
  const server = createHttpServer(overload.guard(app), listen, { service: 'gateway', headers, logger });
  return { app, server, components: [createServicesReadiness(checkHealth), overload, server] };
}
