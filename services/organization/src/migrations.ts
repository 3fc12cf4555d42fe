import type { Migrations } from '@patchbay/database/migrate';
import { eventsMigrations } from '@patchbay/events/migrations';
import { mailMigrations } from '@patchbay/mail/migrations';

/** The Postgres schema of this service, and the login role that owns it. */
export const schema = 'organization';

/** The service's own, read from `src/` in a checkout and in an image, and those of the libraries whose tables it uses. */
export const migrations: readonly Migrations[] = [
  { directory: new URL('../src/prisma/migrations/', import.meta.url) },
  eventsMigrations,
  mailMigrations,
];
