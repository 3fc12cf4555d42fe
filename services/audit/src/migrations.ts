import type { Migrations } from '@patchbay/database/migrate';
import { eventsMigrations } from '@patchbay/events/outbox';

/** The Postgres schema of this service, and the login role that it connects as. */
export const schema = 'audit';

/** The login role that owns the schema and migrates it: the service itself may add entries, and change or remove none. */
export const owner = 'audit_owner';

/** The path resolves to `src/prisma/migrations` from `src` and from `dist` alike. The outbox is granted there too. */
export const migrations: readonly Migrations[] = [
  { directory: new URL('../src/prisma/migrations/', import.meta.url), grantsRights: true },
  eventsMigrations,
];
