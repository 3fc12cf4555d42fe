import type { Migrations } from '@patchbay/database/migrate';

/** Creates the table of idempotency keys in the schema of a service that creates something for callers of the API. */
export const idempotencyMigrations: Migrations = {
  library: 'idempotency',
  directory: new URL('../migrations/', import.meta.url),
};

/** The rows of expired answers, which every read ignores, for the sweep of a service. */
export const expiredAnswers = { table: 'idempotency_keys', primaryKey: 'name' };
