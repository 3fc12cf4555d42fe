import type { Migrations } from '@patchbay/database/migrate';
import { eventsMigrations } from '@patchbay/events/outbox';
import { idempotencyMigrations } from '@patchbay/idempotency/migrations';
import { mailMigrations } from '@patchbay/mail/queue';

/** The Postgres schema of this service, and the login role that it connects as. */
export const schema = 'identity';

/** The login role that owns the schema and migrates it: the service itself may read and write rows, and alter no table. */
export const owner = 'identity_owner';

/**
 * This service's migrations and those of the libraries whose tables it uses. The path resolves to `src/prisma/migrations`
 * from `src` and from `dist` alike.
 */
export const migrations: readonly Migrations[] = [
  { directory: new URL('../src/prisma/migrations/', import.meta.url) },
  eventsMigrations,
  idempotencyMigrations,
  mailMigrations,
];
