import type { Migrations } from '@patchbay/database/migrate';

/** The Postgres schema of this service, and the login role that owns it. */
export const schema = 'audit';

/** The path resolves to `src/prisma/migrations` from `src` and from `dist` alike. No library's tables are used. */
export const migrations: readonly Migrations[] = [
  { directory: new URL('../src/prisma/migrations/', import.meta.url) },
];
