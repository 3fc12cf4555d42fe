/** Beside the sources in a checkout and in an image alike. */
export const migrations = new URL('../src/prisma/migrations/', import.meta.url);

/** The Postgres schema of this service, and the login role that owns it. */
export const schema = 'organization';
