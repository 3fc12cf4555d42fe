import type { Migrations } from '@patchbay/database/migrate';

/** The table of queued mails: every service that mails has it in its schema. */
export const mailMigrations: Migrations = {
  library: 'mail',
  directory: new URL('../migrations/', import.meta.url),
};
