import { backoffMs } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { type RedisOptions as ClientOptions, Cluster, Redis } from 'ioredis';

export interface RedisOptions {
  /** `redis://` or, with TLS, `rediss://`, with user and password. Several for a cluster: some of its nodes, which name the others. */
  readonly urls: readonly [string, ...string[]];
  /** Whether it is a Redis Cluster. Default false. */
  readonly cluster?: boolean;
  /** PEM: the authorities that certificates are verified against. Default: those that Node trusts. */
  readonly ca?: string | undefined;
}

/**
 * A connection to Redis. It has no `ready`, because everything that uses it has a fallback. Without a connection a command
 * fails at once. A command without an answer fails after 500 ms and closes the connection. So a hanging Redis delays only
 * the commands of those 500 ms: a new connection becomes ready only after Redis has answered on it. The same holds for each node
 * of a cluster by itself.
 */
export interface RedisConnection extends Component {
  readonly client: Redis | Cluster;
}

const answerTimeoutMs = 500;
const connectTimeoutMs = 2_000;

/** Milliseconds between two attempts to connect. */
const retryDelay = (attempt: number): number => backoffMs(attempt, { min: 50, max: 2_000 });

/** Options of each connection, to a single Redis or to a node of a cluster. */
const commandOptions = {
  // A command in flight when the connection breaks fails and is not sent again: Redis may have executed it.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: answerTimeoutMs,
  socketTimeout: answerTimeoutMs,
  connectTimeout: connectTimeoutMs,
  connectionName: 'patchbay',
} satisfies ClientOptions;

const usesTls = (url: string): boolean => /^\s*rediss:/i.test(url);

const tlsOf = ({ urls, ca }: RedisOptions): Pick<ClientOptions, 'tls'> =>
  usesTls(urls[0]) ? { tls: { ...(ca && { ca }) } } : {};

const createSingle = (options: RedisOptions): Redis =>
  new Redis(options.urls[0], {
    ...commandOptions,
    ...tlsOf(options),
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: retryDelay,
  });

/** How often the map of slots is read: after a failover, commands go to the new node within this time. */
const slotsRefreshMs = 5_000;

/**
 * Attempts to reach a node again, about 10 s in all. Then it is forgotten until the map of slots names it again. When no node
 * is left, the addresses of the configuration are resolved and asked again: the nodes may have moved all at once.
 */
const nodeAttempts = 8;

/** All addresses name the same user and password. */
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
function createCluster(options: RedisOptions, logger: Logger): Cluster {
  const client = new Cluster(options.urls.map(addressOf), {
    lazyConnect: true,
    enableOfflineQueue: false,
    // A node that is being moved to refuses before it executes: MOVED and ASK are followed. All else fails at once.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    clusterRetryStrategy: retryDelay,
    clusterNodeRetryStrategy: (attempt) => (attempt > nodeAttempts ? null : retryDelay(attempt)),
    slotsRefreshInterval: slotsRefreshMs,
    // Names are kept, and resolved by each connection: certificates are verified against the name.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: { ...commandOptions, ...credentialsOf(options.urls[0]), ...tlsOf(options) },
  });
  const unreachableNodes = new Set<string>();
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
  client.on('ready', () => client.nodes('master').forEach(connect));
  return client;
}

const readyOrClosed = (node: Redis): Promise<void> =>
  new Promise((resolve) => {
    if (node.status === 'ready') return resolve();
    node.once('ready', resolve);
    node.once('close', resolve);
  });

export function createRedis(options: RedisOptions, logger: Logger): RedisConnection {
  const client = options.cluster ? createCluster(options, logger) : createSingle(options);
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
      try {
        await client.connect();
        if (client instanceof Cluster) await Promise.all(client.nodes('master').map(readyOrClosed));
      } catch {
        // The `error` event has logged the failure, and the client retries by itself.
      }
    },
    async stop() {
      client.disconnect();
    },
  };
}
