import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { tracerOf } from '@patchbay/telemetry/span';
import { type ClientBase, Pool, type PoolClient } from 'pg';
import { watchPool } from './pool-gauges.ts';
import { prepareNothing } from './prepared-query.ts';
import { type Queryable, queryOn } from './queryable.ts';
import { createRowLocks, type RowLocks } from './row-locks.ts';
import { checkSessionSettings } from './session-settings.ts';
import { startupOptions } from './startup-options.ts';
import { createTransactionSlots, type TransactionSlots } from './transaction-slots.ts';

export interface DatabaseOptions {
  /** Logs in as the service's own role. */
  readonly url: string;
  /**
   * Where sessions are opened (LISTEN, session locks): Postgres itself, while `url` is a pooler in transaction mode. The settings of
   * sessions are not sent to a pooler, but checked, and the process is not ready without them. Default: `url`, which is Postgres.
   */
  readonly sessionUrl?: string | undefined;
  /**
   * Whether statements are prepared once per connection. A pooler that does not track them by their names would run a statement where
   * it is not prepared. Default: unless there is a `sessionUrl`.
   */
  readonly preparedStatements?: boolean | undefined;
  /** Maximum of connections. Default 8: with more, statements wait inside Postgres instead of in the pool. */
  readonly max?: number;
  /** Limit for opening a connection, for waiting for a free one, and for a transaction that waits until it may have one. Default 3 s. */
  readonly connectTimeoutMs?: number;
  /** Postgres cancels a statement that takes longer. Default 10 s. */
  readonly statementTimeoutMs?: number;
  /**
   * Limit for waiting for a row lock in this process. Waiting for one in Postgres may take 0.6 times as long. Default 2 s: the
   * wait in the process and two in Postgres, for an organization and a person, end before the deadline of a call (5 s), and one in
   * Postgres (1.2 s) is longer than its `deadlock_timeout` (1 s): a deadlock is recognized, and the transaction is tried again.
   */
  readonly lockTimeoutMs?: number;
}

export interface PoolOptions extends DatabaseOptions {
  /** The service's name: shown in `pg_stat_activity` and used as the name of the tracer. */
  readonly applicationName: string;
  /** Settings of Postgres for each session, by name, such as `plan_cache_mode`; without spaces. Default: none. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

/** A connection of the pool, for what needs one of its own for long: the caller releases it. */
export type Connection = PoolClient;

export interface Database extends Queryable {
  readonly pool: Pool;
  readonly rowLocks: RowLocks;
  readonly transactionSlots: TransactionSlots;
  readonly connectTimeoutMs: number;
  /**
   * `start` registers the gauges of the pool; `ready` runs `select 1`, or checks the settings behind a pooler; `stop` waits for
   * running statements.
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
  preparedStatements = sessionUrl === undefined,
  applicationName,
  max = 8,
  connectTimeoutMs = 3_000,
  statementTimeoutMs = 10_000,
  lockTimeoutMs = 2_000,
  settings = {},
  logger,
}: PoolOptions): Database {
  const times = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.round(lockTimeoutMs * 0.6),
    // Postgres ends a transaction whose process is stopped or gone: its row locks would keep other processes waiting.
    idle_in_transaction_session_timeout: statementTimeoutMs + clientMarginMs,
  };
  // Prisma's adapter sends timestamps without a UTC offset: Postgres would read them in the time zone of the session.
  const others = { timezone: 'UTC', ...settings };
  const isBehindPooler = sessionUrl !== undefined;
  const checkSession = (client: ClientBase | Pool) => checkSessionSettings(client, { ...times, ...others });
  let isChecked = false;
  // Awaited by the pool, which its types do not say. Also where no pooler is expected, until one connection has passed: a pooler that
  // ignores what it is asked for, ignores it on each connection, and would leave statements without a time limit.
  const hooks: { onConnect: (client: ClientBase) => unknown } = {
    async onConnect(client) {
      if (isChecked && !isBehindPooler) return;
      await checkSession(client);
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
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  // A connection that breaks while checked out rejects its running statement; its error event must not end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (!preparedStatements) prepareNothing(client);
  });

  // Of 8 connections 6 run transactions, and 4 of these may wait in `lockRow`: 2 are left to transactions that wait for no such
  // lock. The other 2 run single statements, which do not wait for row locks, whatever the transactions wait for.
  const transactionSlots = createTransactionSlots({
    atOnce: Math.max(1, Math.floor((max * 3) / 4)),
    timeoutMs: connectTimeoutMs,
  });
  let ending: Promise<void> | undefined;

  return {
    pool,
    transactionSlots,
    rowLocks: createRowLocks({ maxConnections: Math.max(1, Math.floor(max / 2)), timeoutMs: lockTimeoutMs }),
    connectTimeoutMs,
    query: queryOn(pool, tracerOf(applicationName)),
    component: {
      name: 'database',
      async start() {
        watchPool(applicationName, pool, transactionSlots);
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
