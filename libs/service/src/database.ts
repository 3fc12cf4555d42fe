import type { DatabaseOptions } from '@patchbay/database/pool';
import type { PoolConfig } from './config.ts';

/** The options of a service's pool; the only function that reads the variables about database connections. */
export const databaseOf = (config: PoolConfig): DatabaseOptions => ({
  url: config.DATABASE_URL,
  max: config.DATABASE_POOL_SIZE,
  connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
  statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000,
  lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_SECONDS * 1_000,
});
