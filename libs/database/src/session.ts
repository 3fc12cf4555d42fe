import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs, pause } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { Client } from 'pg';

export interface Session extends Component {
  /** Resolves after the first attempt, also a failed one: it goes on by itself, and the pool tells readiness. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  readonly name: string;
  readonly logger: Logger;
  /**
   * Uses the connection until the signal aborts: the connection was lost, or the session is being stopped. It says
   * `established` when the connection is good for what it is for. However it ends, the connection is closed; unless
   * stopped, another one is opened and `use` called again.
   */
  readonly use: (client: Client, signal: AbortSignal, established: () => void) => Promise<void>;
}

const connectTimeoutMs = 3_000;
const answerTimeoutMs = 5_000;
/** A connection that nothing is said on may be dead without either end knowing. */
const heartbeatMs = 10_000;
const closeTimeoutMs = 1_000;

/**
 * Postgres must notice a vanished client too: it holds a dead session's locks until it does. In seconds, about 25 in
 * all; without effect on a local socket.
 */
const keepAliveSettings = `select set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

/** Opens one connection, uses it and closes it. Rejects with the reason when it was lost. */
async function useOnce(
  { url, name, use }: SessionOptions,
  stopping: AbortSignal,
  established: () => void,
): Promise<void> {
  const lost = new AbortController();
  // A socket of our own, because a peer that went silent never ends `client.end()`.
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
  const lose = (error: Error): void => lost.abort(error);
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection was closed')));
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(keepAliveSettings);
    heartbeat = setInterval(() => void client.query('select 1').catch(lose), heartbeatMs);
    await use(client, AbortSignal.any([lost.signal, stopping]), established);
    lost.signal.throwIfAborted();
  } finally {
    clearInterval(heartbeat);
    await Promise.race([client.end().catch(() => {}), sleep(closeTimeoutMs, undefined, { ref: false })]);
    socket.destroy();
  }
}

/** A connection outside the pool that is opened again whenever it is lost. */
export function createSession(options: SessionOptions): Session {
  const { name, logger } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const loop = async (tried: () => void): Promise<void> => {
    let failures = 0;
    let failing = false;
    const established = (): void => {
      if (failing) logger.info({ session: name }, 'a database connection is back');
      failing = false;
      failures = 0;
      tried();
    };
    while (!stopping.signal.aborted) {
      try {
        await useOnce(options, stopping.signal, established);
      } catch (error) {
        if (stopping.signal.aborted) break;
        if (!failing) logger.warn({ err: error, session: name }, 'a database connection was lost');
        failing = true;
      }
      tried();
      await pause(backoffMs(failures), stopping.signal);
      failures += 1;
    }
    tried();
  };

  return {
    name,
    start: () =>
      new Promise<void>((resolve) => {
        running ??= loop(resolve);
      }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
