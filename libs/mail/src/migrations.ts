import type { Migrations } from '@patchbay/database/migrate';

/** Creates the table of queued mails in the schema of a service that sends mails. */
export const mailMigrations: Migrations = {
  library: 'mail',
  directory: new URL('../migrations/', import.meta.url),
};
