import { defineConfig } from 'prisma/config';

// Generating the client needs no native schema engine; naming a program that always fails keeps the CLI from downloading it.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= '/bin/false';

export default defineConfig({
  schema: 'src/prisma/schema.prisma',
  migrations: { path: 'src/prisma/migrations' },
});
