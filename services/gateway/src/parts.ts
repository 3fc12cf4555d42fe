import { createRateLimits } from '@patchbay/limits/rate-limits';
import { createRedis } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import type { Component } from '@patchbay/runtime/component';
import { redisOf } from '@patchbay/service/redis';
import { rpcTlsOf, rpcTlsReload } from '@patchbay/service/rpc-tls';
import { createTransports } from '@patchbay/service/transports';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Parts } from './app.ts';
import type { GatewayProcessConfig } from './config.ts';
import { createProbes } from './probes.ts';

/**
 * The parts of a gateway that is a process of its own: transports over the network; rate limits and streams in Redis, or without
 * `REDIS_URL` in the memory of the process.
 */
export function createParts(
  config: GatewayProcessConfig,
  logger: Logger,
  environment: NodeJS.ProcessEnv = {},
): { readonly parts: Parts; readonly components: readonly Component[] } {
  const { transports, components } = createTransports('gateway', config);
  const redisOptions = redisOf(config);
  const redis = redisOptions && createRedis(redisOptions, logger);
  const rateLimits = createRateLimits({
    ...(config.RATE_LIMITS && { limits: config.RATE_LIMITS }),
    ...(redis && { redis }),
    logger,
  });
  const counts = redis && createSharedCounts({ redis, logger });
  return {
    parts: { ...transports, rateLimits, counts, probes: createProbes(transports), logger },
    components: [
      ...components,
      ...rpcTlsReload(environment, rpcTlsOf(config), Object.values(transports), logger),
      ...(redis ? [redis] : []),
    ],
  };
}
