import type { DatabaseOptions } from '@patchbay/database/pool';
import type { ServiceConfig } from './config.ts';

/** What a service's pool is created with: every variable about connections ends here. */
export const databaseOf = (config: Pick<ServiceConfig, 'DATABASE_URL'>): DatabaseOptions => ({
  url: config.DATABASE_URL,
});
