import type { DatabaseOptions } from '@patchbay/database/pool';
import type { DatabaseConfig, PoolConfig } from './config.ts';

/** Size and time limits of a pool, whatever database it connects to. */
export type PoolSettings = Omit<DatabaseOptions, 'url'>;

/** The only function that reads the variables about pools. */
export const poolOf = (config: PoolConfig): PoolSettings => ({
  max: config.DATABASE_POOL_SIZE,
  connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
  statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000,
  lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_SECONDS * 1_000,
});

/** The options of a service's pool. */
export const databaseOf = (config: DatabaseConfig): DatabaseOptions => ({
  url: config.DATABASE_URL,
  ...poolOf(config),
});
