import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { headsOf, readAuditConfig } from './config.ts';

await runService({
  name: 'audit',
  readConfig: readAuditConfig,
  build: (config, parts) =>
    build(
      {
        database: databaseOf(config),
        readUrl: config.DATABASE_READ_URL,
        heads: headsOf(config),
        retainDeletedDays: config.RETAIN_DELETED_TRAILS_DAYS,
      },
      parts,
    ),
});
