import { migrate } from '@patchbay/database/migrate';
import { main } from '@patchbay/runtime/main';
import { createLogger } from '@patchbay/telemetry/logger';
import { readMigrationConfig } from './config.ts';
import { migrations, schema } from './migrations.ts';

// Run by a job before a new version starts, as the service's own role.
await main(async () => {
  const { DATABASE_URL: url, LOG_LEVEL: level } = readMigrationConfig(process.env);
  const logger = createLogger({ service: schema, level });
  await migrate({ url, schema, migrations, logger });
});
