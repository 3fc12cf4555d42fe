import type { Tracer } from '@opentelemetry/api';
import { internal } from '@patchbay/errors/failure';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import { tracerOf } from '@patchbay/telemetry/span';
import { type ClientBase, Pool, type PoolClient } from 'pg';
import { type Queryable, queryOn } from './query.ts';
import { createTransactionTurns, type TransactionTurns } from './turns.ts';
import { assertSupportedPostgres, UnsupportedPostgres } from './version.ts';

export interface DatabaseOptions {
  /** Logs in as the service's own role. */
  readonly url: string;
  /**
   * The direct URL of Postgres, for LISTEN and session locks, while `url` is a pooler in transaction mode. The settings of sessions are
   * not sent to a pooler, but checked, and the process is not ready without them. Default: `url`, which is Postgres.
   */
  readonly sessionUrl?: string | undefined;
  /**
   * Whether statements are prepared once per connection. A pooler that does not track them by their names would run a statement where
   * it is not prepared. Default: unless there is a `sessionUrl`.
   */
  readonly preparedStatements?: boolean | undefined;
  /** Maximum of connections. Default 8: with more, statements wait inside Postgres instead of in the pool. */
  readonly max?: number;
  /** Limit for opening a connection and for waiting for a free one. Default 3 s. */
  readonly connectTimeoutMs?: number;
  /** Postgres cancels a statement that takes longer. Default 10 s. */
  readonly statementTimeoutMs?: number;
  /**
   * Postgres ends a statement that waits longer for a lock. Default 8 s: longer than the deadline of reads (5 s), and shorter than
   * `statementTimeoutMs`, so that the error tells of the lock. Must be longer than `deadlock_timeout` of Postgres (1 s).
   */
  readonly lockTimeoutMs?: number;
}

export interface PoolOptions extends DatabaseOptions {
  /** The service's name: shown in `pg_stat_activity` and used as the name of the tracer. */
  readonly applicationName: string;
  /** Settings of Postgres for each session, by name, such as `plan_cache_mode`; without spaces. Default: none. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** A connection of the pool, for what needs one of its own for long: the caller releases it. */
export type Connection = PoolClient;

export interface Database extends Queryable {
  readonly pool: Pool;
  /** `query` without a span: for workers that poll every few seconds and mostly find nothing. */
  readonly queryWithoutSpan: Queryable['query'];
  readonly turns: TransactionTurns;
  readonly tracer: Tracer;
  /** Whether statements are prepared. */
  readonly prepares: boolean;
  /**
   * `start` registers the gauges of the pool and refuses an unsupported Postgres; `ready` runs `select 1`, or checks the settings
   * behind a pooler; `stop` waits for running statements.
   */
  readonly component: Component & Required<Pick<Component, 'start' | 'ready' | 'stop'>>;
}

/** Where LISTEN and session locks connect to. */
export const sessionUrlOf = ({ url, sessionUrl }: DatabaseOptions): string => sessionUrl ?? url;

/** The client waits this much longer than `statementTimeoutMs`: only on a dead connection does an answer take so long. */
const clientMarginMs = 5_000;

export function createPool({
  url,
  sessionUrl,
  preparedStatements: prepares = sessionUrl === undefined,
  applicationName,
  max = 8,
  connectTimeoutMs = 3_000,
  statementTimeoutMs = 10_000,
  lockTimeoutMs = 8_000,
  settings = {},
  logger,
  clock = systemClock,
}: PoolOptions): Database {
  const times = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // Postgres ends a transaction whose process is stopped or gone: its row locks would keep other processes waiting.
    idle_in_transaction_session_timeout: statementTimeoutMs + clientMarginMs,
  };
  // Postgres would take the days of dates, and times without an offset, in the time zone of the server.
  const others = { timezone: 'UTC', ...settings };
  const isBehindPooler = sessionUrl !== undefined;
  const checkSession = (client: ClientBase | Pool) => checkSessionSettings(client, { ...times, ...others });
  let isChecked = false;
  // Awaited by the pool, which its types do not say. Also where no pooler is expected, until one connection has passed: a pooler that
  // ignores startup parameters ignores them on each connection, and would leave statements without a time limit.
  const hooks: { onConnect: (client: ClientBase) => unknown } = {
    async onConnect(client) {
      if (!isChecked) await assertSupportedPostgres(client);
      if (!isChecked || isBehindPooler) await checkSession(client);
      isChecked = true;
    },
  };
  const pool = new Pool({
    application_name: applicationName,
    ...hooks,
    ...(isBehindPooler ? { connectionString: url } : { ...times, ...startupOptions(url, others) }),
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + clientMarginMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The pool replaces a broken idle connection; without a listener the error event would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  // A connection that breaks while checked out rejects its running statement; its error event must not end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));

  // Of 8 connections 6 run transactions. The other 2 run single statements, which do not wait for row locks, whatever the
  // transactions wait for.
  const turns = createTransactionTurns({ atOnce: Math.max(1, Math.floor((max * 3) / 4)) });
  const tracer = tracerOf(applicationName);
  let ending: Promise<void> | undefined;

  return {
    pool,
    turns,
    tracer,
    prepares,
    query: queryOn({ client: pool, prepares, tracer }),
    queryWithoutSpan: queryOn({ client: pool, prepares }),
    now: () => clock.now(),
    component: {
      name: 'database',
      async start() {
        // A connection counts from the moment at which it begins to be opened: somebody waits for it.
        watch(
          'poolConnections',
          { pool: applicationName, state: 'busy' },
          () => pool.totalCount - pool.idleCount,
        );
        watch('poolConnections', { pool: applicationName, state: 'idle' }, () => pool.idleCount);
        watch(
          'poolWaiting',
          { pool: applicationName },
          () => pool.waitingCount + turns.waitingForConnection(),
        );
        try {
          await pool.query('select 1');
        } catch (error) {
          // A database that is away may come back: `ready` tells of everything else.
          if (error instanceof UnsupportedPostgres) throw error;
        }
      },
      async ready() {
        // Each time on another session of the pooler: the settings of one that was opened since may differ.
        if (isBehindPooler) await checkSession(pool);
        else await pool.query('select 1');
      },
      stop() {
        ending ??= pool.end();
        return ending;
      },
    },
  };
}

/** Settings of Postgres by their names in `pg_settings`, in any case; times in milliseconds. */
type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Settings of a session, added to those of the URL itself (`?options=-c search_path=audit`); ours come later, and win. The URL is
 * returned without its `options`, which would replace those beside it.
 */
export function startupOptions(
  url: string,
  settings: SessionSettings,
): { readonly connectionString: string; readonly options: string } {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.delete('options');
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: given === null ? url : address.href,
    options: [...(given === null ? [] : [given]), ...ours].join(' '),
  };
}

/**
 * Throws unless the session has the settings. A pooler in transaction mode drops what a client asks for when it connects
 * (PgBouncer: `ignore_startup_parameters`), and without the check no statement would ever time out.
 */
async function checkSessionSettings(client: ClientBase | Pool, required: SessionSettings): Promise<void> {
  const names = Object.keys(required);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select lower(name) as name, setting from pg_settings where lower(name) = any($1)',
    [names],
  );
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]));
  const wrong = names.filter((name) => actual.get(name) !== String(required[name]));
  if (wrong.length === 0) return;
  const list = wrong.map((name) => `${name} is ${actual.get(name)} and must be ${required[name]}`).join(', ');
  throw internal(
    `sessions of the database lack settings, which a pooler must set by its connect_query: ${list}`,
  );
}
