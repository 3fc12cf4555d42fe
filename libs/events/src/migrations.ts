import type { Migrations } from '@patchbay/database/migrate';

/** The table that `record` writes and the relay empties: every service with an outbox has it in its schema. */
export const eventsMigrations: Migrations = {
  library: 'events',
  directory: new URL('../migrations/', import.meta.url),
};
