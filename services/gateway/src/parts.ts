import { createIdempotencyStore } from '@patchbay/cache/idempotency';
import { createRateLimits } from '@patchbay/cache/rate-limits';
import { createRedis } from '@patchbay/cache/redis';
import { createTokenMinter } from '@patchbay/rpc/caller-token';
import { createRpcTransport, type RpcTransport } from '@patchbay/rpc/client';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Parts } from './app.ts';
import type { Backend } from './clients.ts';
import type { GatewayProcessConfig } from './config.ts';
import { createProbes } from './probes.ts';

/** The parts of a gateway that is a process of its own: services over the network, what is shared in Redis where there is one. */
export function createParts(
  config: GatewayProcessConfig,
  logger: Logger,
): { readonly parts: Parts; readonly components: readonly Component[] } {
  const minter = createTokenMinter({ service: 'gateway', privateKey: config.callerPrivateKey });
  const components: Component[] = [];
  const transportTo = (to: Backend): RpcTransport => {
    const transport = createRpcTransport({ from: 'gateway', to, baseUrl: config.services[to], minter });
    components.push(transport.component);
    return transport;
  };
  const transports = {
    identity: transportTo('identity'),
    organization: transportTo('organization'),
    integration: transportTo('integration'),
    audit: transportTo('audit'),
  };

  const redis = config.redisUrl === undefined ? undefined : createRedis(config.redisUrl, logger);
  if (redis) components.push(redis);
  const rateLimits = createRateLimits({
    ...(config.rateLimits && { limits: config.rateLimits }),
    ...(redis && { redis }),
    logger,
  });
  const idempotency = createIdempotencyStore({ ...(redis && { redis }), logger });
  return {
    parts: { ...transports, rateLimits, idempotency, probes: createProbes(transports), logger },
    components,
  };
}
