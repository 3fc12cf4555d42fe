import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { tracerOf } from '@patchbay/telemetry/span';
import { Pool } from 'pg';
import { type Queryable, queryOn } from './queryable.ts';

export interface PoolOptions {
  readonly url: string;
  /** The service's name: shown in `pg_stat_activity`, and its spans are named after it. */
  readonly applicationName: string;
  /** Connections at most. Default 8: more only queue up inside Postgres. */
  readonly max?: number;
  /** Also the wait for a free connection. Default 3 s. */
  readonly connectTimeoutMs?: number;
  /** Postgres ends a statement that takes longer. Default 10 s. */
  readonly statementTimeoutMs?: number;
  readonly logger: Logger;
}

export interface Database extends Queryable {
  readonly pool: Pool;
  /** Ready while a statement is answered; `stop` waits for those that run. */
  readonly component: Component & Required<Pick<Component, 'ready' | 'stop'>>;
}

/** How much longer than Postgres we wait for an answer: only a peer that went silent takes that long. */
const silenceMs = 5_000;

export function createPool({
  url,
  applicationName,
  max = 8,
  connectTimeoutMs = 3_000,
  statementTimeoutMs = 10_000,
  logger,
}: PoolOptions): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    // Prisma's adapter sends times without an offset: in any other zone they would be read as other times.
    options: '-c timezone=UTC',
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + silenceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  // One that breaks while somebody has it tells them through their statement; the event alone must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}));

  let ending: Promise<void> | undefined;

  return {
    pool,
    query: queryOn(pool, tracerOf(applicationName)),
    component: {
      name: 'database',
      async ready() {
        await pool.query('select 1');
      },
      stop() {
        ending ??= pool.end();
        return ending;
      },
    },
  };
}
