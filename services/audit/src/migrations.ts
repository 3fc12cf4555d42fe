import type { Migrations } from '@patchbay/database/migrate';

/** The Postgres schema of this service, and the login role that owns it. */
export const schema = 'audit';

/** Beside the sources in a checkout and in an image alike. It uses no library's tables. */
export const migrations: readonly Migrations[] = [
  { directory: new URL('../src/prisma/migrations/', import.meta.url) },
];
