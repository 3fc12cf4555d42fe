import { defineConfig } from 'prisma/config';

// The client is generated without Prisma's native schema engine; naming a program that fails keeps the CLI from fetching it.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= '/bin/false';

export default defineConfig({
  schema: 'src/prisma/schema.prisma',
  migrations: { path: 'src/prisma/migrations' },
});
