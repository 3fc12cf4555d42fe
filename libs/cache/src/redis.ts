import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { type Cluster, Redis } from 'ioredis';
import { createCluster } from './cluster.ts';
import { commandOptions, type RedisOptions, retryDelay, tlsOf } from './redis-options.ts';

export type { RedisOptions } from './redis-options.ts';

/**
 * A connection to Redis. It has no `ready`, because everything that uses it has a fallback. Without a connection a command
 * fails at once. A command without an answer fails after 500 ms and closes the connection. So a hanging Redis delays only
 * the commands of those 500 ms: a new connection becomes ready only after Redis has answered on it. The same holds for each node
 * of a cluster by itself.
 */
export interface RedisConnection extends Component {
  readonly client: Redis | Cluster;
}

export function createRedis(options: RedisOptions, logger: Logger): RedisConnection {
  if (options.cluster) return createCluster(options, logger);
  const client = new Redis(options.urls[0], {
    ...commandOptions,
    ...tlsOf(options),
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: retryDelay,
  });
  let unreachable = false;
  client.on('error', (error: Error) => {
    if (!unreachable) logger.warn({ err: error }, 'redis is not reachable');
    unreachable = true;
  });
  client.on('ready', () => {
    if (unreachable) logger.info('redis is reachable again');
    unreachable = false;
  });
  return {
    name: 'redis',
    client,
    async start() {
      // The `error` event has logged the failure, and the client retries by itself.
      await client.connect().catch(() => {});
    },
    async stop() {
      client.disconnect();
    },
  };
}
