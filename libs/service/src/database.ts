import type { DatabaseOptions } from '@patchbay/database/pool';
import type { ServiceConfig } from './config.ts';

/** The options of a service's pool; the only function that reads the variables about database connections. */
export const databaseOf = (config: Pick<ServiceConfig, 'DATABASE_URL'>): DatabaseOptions => ({
  url: config.DATABASE_URL,
});
