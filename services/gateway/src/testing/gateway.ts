import type { Asset } from '@patchbay/http/asset';
import { createRateLimits, defaultLimits, type Limits } from '@patchbay/limits/rate-limits';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { watchServerConnections } from '@patchbay/testing/server-connections';
import { onTestFinished } from 'vitest';
import { build, type Parts } from '../app.ts';
import type { GatewayConfig } from '../config.ts';
import { createOpenApi } from '../openapi/document.ts';
import type { Operation } from '../operation/operation.ts';
import { operations as everyOperation } from '../operations/index.ts';
import { createProbes } from '../probes.ts';
import { createSessionCookie } from '../request/cookie.ts';
import { type Backends, createBackends } from './backends.ts';
import type { Implementations } from './default-methods.ts';
import { apiKeyDefaults, keys } from './keys.ts';
import { sessionToken } from './values.ts';

// Answers carry trace ids only after telemetry was started.
await import('@patchbay/telemetry/start');

export const portalOrigin = 'http://portal.test';
const publicUrl = 'http://api.test';

let openApi: Asset | undefined;
/** Is made once: it takes longer than everything else that a gateway needs. */
const openApiOfEveryOperation = (): Asset =>
  (openApi ??= createOpenApi(everyOperation, {
    publicUrl,
    cookieName: createSessionCookie(publicUrl).name,
  }));

export interface GatewayOptions {
  readonly config?: Partial<GatewayConfig>;
  readonly implementations?: Implementations;
  readonly limits?: Partial<Limits>;
  readonly parts?: Partial<Parts>;
  /** Default: those of the API. */
  readonly operations?: readonly Operation[];
  /** Milliseconds that a service has to answer. Default 5,000. */
  readonly timeoutMs?: number;
}

export interface TestGateway {
  readonly port: number;
  readonly calls: Backends['calls'];
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Resolves when the gateway has seen the end of every connection that it has accepted so far. */
  readonly disconnected: () => Promise<void>;
}

export const bearer = { authorization: `Bearer ${sessionToken}` };
/** The header with the test key of a level. */
export const apiKeyHeader = (level: keyof typeof keys) => ({ 'x-api-key': keys[level].key });
export const cookie = { cookie: `patchbay_session=${sessionToken}` };

/** A request with a JSON body. */
export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Starts a complete gateway on a free port, with stand-ins as services; stopped when the test ends. */
export async function startGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const { transports, calls } = createBackends(
    { ...options.implementations, apiKeys: { ...apiKeyDefaults, ...options.implementations?.apiKeys } },
    logger,
    options.timeoutMs ?? 5_000,
  );
  const parts = {
    ...transports,
    rateLimits: createRateLimits({ limits: { ...defaultLimits, ...options.limits }, logger }),
    logger,
    ...(options.operations === undefined &&
      options.config?.publicUrl === undefined && { openApi: openApiOfEveryOperation() }),
    ...options.parts,
  };
  const { components, server } = build(
    {
      port: 0,
      publicUrl,
      portalUrl: portalOrigin,
      trustedOrigins: [],
      trustedProxies: 0,
      maxConcurrentRequests: 2_048,
      commit: null,
      builtAt: null,
      ...options.config,
    },
    { probes: createProbes(parts, options.parts?.clock), ...parts },
    options.operations,
  );
  const runtime = createRuntime(components, logger);
  await runtime.start();
  onTestFinished(() => runtime.stop());
  const port = server.port();
  const connections = watchServerConnections(port);
  return {
    port,
    calls,
    disconnected: () => connections.closed(),
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
  };
}
