import type { Migrations } from '@patchbay/database/migrate';
import { eventsMigrations } from '@patchbay/events/migrations';
import { idempotencyMigrations } from '@patchbay/idempotency/migrations';

/** The Postgres schema of this service, and the login role that owns it. */
export const schema = 'integration';

/**
 * This service's migrations and those of the libraries whose tables it uses. The path resolves to `src/prisma/migrations`
 * from `src` and from `dist` alike.
 */
export const migrations: readonly Migrations[] = [
  { directory: new URL('../src/prisma/migrations/', import.meta.url) },
  eventsMigrations,
  idempotencyMigrations,
];
