import type { DatabaseOptions } from '@patchbay/database/pool';
import type { DatabaseConfig, PoolConfig } from './config.ts';

/** Size and time limits of a pool, whatever database it connects to. */
export type PoolSettings = Omit<DatabaseOptions, 'url' | 'sessionUrl' | 'preparedStatements'>;

/** The only function that reads the variables about pools. */
export const poolOf = (config: PoolConfig): PoolSettings => ({
  max: config.DATABASE_POOL_SIZE,
  connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
  statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000,
  lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_SECONDS * 1_000,
});

/** For a command, which opens few connections: past the pooler. */
export const commandUrlOf = (config: Pick<DatabaseConfig, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>): string =>
  config.DATABASE_SESSION_URL ?? config.DATABASE_URL;

/** The options of a service's pool. */
export const databaseOf = (config: DatabaseConfig): DatabaseOptions => ({
  url: config.DATABASE_URL,
  sessionUrl: config.DATABASE_SESSION_URL,
  preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
  ...poolOf(config),
});
