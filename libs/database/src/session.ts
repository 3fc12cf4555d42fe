import { once } from 'node:events';
import { Socket } from 'node:net';
import { backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { Client, escapeIdentifier } from 'pg';

export interface Session extends Component {
  /** Resolves after the first attempt, even a failed one: it reconnects by itself; the pool's `ready` reports outages. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  readonly name: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  /**
   * Uses the connection until the signal aborts: the connection was lost, or `stop` was called. It calls `established` when
   * its setup (LISTEN, the first lock attempt) has succeeded, which resolves `start` and resets the backoff. When it ends,
   * for whatever reason, the connection is closed; unless stopped, a new one is opened and `use` called again.
   */
  readonly use: (client: Client, signal: AbortSignal, established: () => void) => Promise<void>;
}

const connectTimeoutMs = 3_000;
const answerTimeoutMs = 5_000;
/** Interval of `select 1`: without traffic neither end notices a dead connection. */
const heartbeatMs = 10_000;
const closeTimeoutMs = 1_000;

/**
 * Makes Postgres detect a vanished client within about 25 s (values in seconds): until then it holds the locks of the dead
 * session. Without effect on a Unix socket.
 */
const keepAliveSettings = `select set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

/** Opens one connection, uses it and closes it. Rejects with the cause if the connection was lost. */
async function useOnce(
  { url, name, use, clock = systemClock }: SessionOptions,
  stopping: AbortSignal,
  established: () => void,
): Promise<void> {
  const lost = new AbortController();
  // Our own socket, so that it can be destroyed: `client.end()` never resolves if the peer no longer answers.
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: heartbeatMs,
    stream: () => socket,
  });
  const onLost = (error: Error): void => lost.abort(error);
  client.on('error', onLost);
  client.on('end', () => onLost(new Error('the connection was closed')));
  let heartbeat: Timer | undefined;
  const endConnecting = (): void => void socket.destroy();
  stopping.addEventListener('abort', endConnecting, { once: true });
  try {
    await client.connect();
    stopping.removeEventListener('abort', endConnecting);
    await client.query(keepAliveSettings);
    heartbeat = clock.every(heartbeatMs, () => void client.query('select 1').catch(onLost));
    await use(client, AbortSignal.any([lost.signal, stopping]), established);
    lost.signal.throwIfAborted();
  } finally {
    stopping.removeEventListener('abort', endConnecting);
    heartbeat?.cancel();
    await inTime(
      client.end().catch(() => {}),
      clock.deadline(closeTimeoutMs),
    );
    socket.destroy();
  }
}

/** A connection outside the pool that reconnects, with backoff, whenever it is lost. */
export function createSession(options: SessionOptions): Session {
  const { name, logger, clock = systemClock } = options;
  const stopping = new AbortController();
  let starting: Promise<void> | undefined;
  let running: Promise<void> | undefined;

  const loop = async (resolveStart: () => void): Promise<void> => {
    let failures = 0;
    let failing = false;
    const established = (): void => {
      if (failing) logger.info({ session: name }, 'database connection restored');
      failing = false;
      failures = 0;
      resolveStart();
    };
    while (!stopping.signal.aborted) {
      try {
        await useOnce(options, stopping.signal, established);
      } catch (error) {
        if (stopping.signal.aborted) break;
        if (!failing) logger.warn({ err: error, session: name }, 'database connection lost');
        failing = true;
      }
      resolveStart();
      await clock.sleep(backoffMs(failures), stopping.signal);
      failures += 1;
    }
    resolveStart();
  };

  return {
    name,
    start: () =>
      (starting ??= new Promise<void>((resolve) => {
        running = loop(resolve);
      })),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  /**
   * Called for every notification, and once after each connect, because notifications sent while there was no connection
   * are lost. It should only wake a worker: it runs in the event handler of the connection and must not throw or block.
   */
  readonly onNotify: () => void;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
}

/** Listens on a channel over a dedicated connection. It listens when `start` resolves, unless Postgres is unreachable. */
export function createListener({
  url,
  channel,
  onNotify,
  logger,
  clock = systemClock,
}: ListenerOptions): Session {
  return createSession({
    url,
    name: `listen ${channel}`,
    logger,
    clock,
    async use(client, signal, established) {
      client.on('notification', onNotify);
      await client.query(`listen ${escapeIdentifier(channel)}`);
      onNotify();
      established();
      if (!signal.aborted) await once(signal, 'abort');
    },
  });
}
