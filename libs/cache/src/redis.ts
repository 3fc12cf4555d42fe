import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { Redis } from 'ioredis';

/**
 * A connection to Redis. The readiness of a process does not depend on it: everything that uses it goes on without it.
 * A command fails at once while there is no connection. One that is not answered fails after half a second, and the
 * connection is closed with it: a Redis that hangs delays the commands of that half second and none after, because a
 * new connection becomes ready only when Redis has answered on it.
 */
export interface RedisConnection extends Component {
  readonly client: Redis;
}

const answerTimeoutMs = 500;
const connectTimeoutMs = 2_000;
/** Milliseconds between two attempts to connect: doubles from the first, with jitter, up to the last. */
const retryMs = { first: 50, last: 2_000 };

const retryDelay = (attempt: number): number =>
  Math.min(retryMs.last, retryMs.first * 2 ** Math.min(attempt, 10)) * (0.75 + Math.random() / 2);

export function createRedis(url: string, logger: Logger): RedisConnection {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    // Commands of one tick travel together: one write, one read.
    enableAutoPipelining: true,
    // A command that was on its way when the connection broke fails; whether it was carried out nobody knows.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: retryDelay,
    connectionName: 'patchbay',
  });
  let away = false;
  client.on('error', (error: Error) => {
    if (!away) logger.warn({ err: error }, 'redis is not reachable');
    away = true;
  });
  client.on('ready', () => {
    if (away) logger.info('redis is back');
    away = false;
  });
  return {
    name: 'redis',
    client,
    async start() {
      // A failure has been logged above, and the client goes on trying by itself.
      await client.connect().catch(() => {});
    },
    async stop() {
      client.disconnect();
    },
  };
}
