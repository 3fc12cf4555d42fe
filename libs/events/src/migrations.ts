import type { Migrations } from '@patchbay/database/migrate';

/** Creates the `outbox` table in the schema of a service that publishes events. */
export const eventsMigrations: Migrations = {
  library: 'events',
  directory: new URL('../migrations/', import.meta.url),
};
