import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { Redis } from 'ioredis';

/**
 * A connection to Redis. It has no `ready`, because everything that uses it has a fallback. Without a connection a command
 * fails at once. A command without an answer fails after 500 ms and closes the connection. So a hanging Redis delays only
 * the commands of those 500 ms: a new connection becomes ready only after Redis has answered on it.
 */
export interface RedisConnection extends Component {
  readonly client: Redis;
}

const answerTimeoutMs = 500;
const connectTimeoutMs = 2_000;
/** Milliseconds between two attempts to connect: doubling from `first` to `last`, with jitter. */
const retryMs = { first: 50, last: 2_000 };

const retryDelay = (attempt: number): number =>
  Math.min(retryMs.last, retryMs.first * 2 ** Math.min(attempt, 10)) * (0.75 + Math.random() / 2);

export function createRedis(url: string, logger: Logger): RedisConnection {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    // Commands are few, as points are reserved in blocks. The maps of ioredis for sending several in one write would keep the requests
    // that wait for them alive until the next full collection (see `running-calls.ts` of the RPC).
    enableAutoPipelining: false,
    // A command in flight when the connection breaks fails and is not sent again: Redis may have executed it.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: retryDelay,
    connectionName: 'patchbay',
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
