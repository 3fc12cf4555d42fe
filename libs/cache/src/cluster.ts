import type { Logger } from '@patchbay/telemetry/logger';
import { Cluster, type Redis } from 'ioredis';
import type { RedisConnection } from './redis.ts';
import { commandOptions, type RedisOptions, retryDelay, tlsOf } from './redis-options.ts';

/** How often the map of slots is read: after a failover, commands go to the new node within this time. */
const slotsRefreshMs = 5_000;

/**
 * Attempts to reach a node again, about 10 s in all. Then it is forgotten until the map of slots names it again. When no node
 * is left, the addresses of the configuration are resolved and asked again: the nodes may have moved all at once.
 */
const nodeAttempts = 8;

const nodeRetryDelay = (attempt: number): number | null =>
  attempt > nodeAttempts ? null : retryDelay(attempt);

const untilReadyOrClosed = (node: Redis): Promise<void> =>
  new Promise((resolve) => {
    if (node.status === 'ready') return resolve();
    node.once('ready', resolve);
    node.once('close', resolve);
  });

/** Of addresses, which name the same user and password. */
const credentialsOf = (url: string) => {
  const { username, password } = new URL(url);
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
};

const addressOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6_379) };
};

/** A connection to each node of a Redis Cluster that owns slots. Every command has one key, so that it concerns one node. */
export function createCluster(options: RedisOptions, logger: Logger): RedisConnection {
  const client = new Cluster(options.urls.map(addressOf), {
    lazyConnect: true,
    enableOfflineQueue: false,
    // A node that is being moved to refuses before it executes: MOVED and ASK are followed. All else fails at once.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    clusterRetryStrategy: retryDelay,
    clusterNodeRetryStrategy: nodeRetryDelay,
    slotsRefreshInterval: slotsRefreshMs,
    // Names are kept, and resolved by each connection: certificates are verified against the name.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: { ...commandOptions, ...credentialsOf(options.urls[0]), ...tlsOf(options) },
  });
  let unreachable = false;
  const unreachableNodes = new Set<string>();

  client.on('error', (error: Error) => {
    if (!unreachable) logger.warn({ err: error }, 'redis is not reachable');
    unreachable = true;
  });
  client.on('node error', (error: Error, node: string) => {
    if (!unreachableNodes.has(node)) logger.warn({ err: error, node }, 'a node of redis is not reachable');
    unreachableNodes.add(node);
  });
  /** Before its first command: while a node connects, all commands but the first one fail. */
  const connect = (node: Redis): void => {
    if (node.status === 'wait' && !node.options.readOnly) node.connect().catch(() => {});
  };
  client.on('+node', (node: Redis) => {
    const name = `${node.options.host}:${node.options.port}`;
    node.on('ready', () => {
      if (unreachableNodes.delete(name)) logger.info({ node: name }, 'a node of redis is reachable again');
    });
    if (client.status === 'ready') connect(node);
  });
  client.on('ready', () => {
    if (unreachable) logger.info('redis is reachable again');
    unreachable = false;
    for (const node of client.nodes('master')) connect(node);
  });

  return {
    name: 'redis',
    client,
    async start() {
      try {
        await client.connect();
        await Promise.all(client.nodes('master').map(untilReadyOrClosed));
      } catch {
        // The `error` event has logged the failure, and the client retries by itself.
      }
    },
    async stop() {
      client.disconnect();
    },
  };
}
