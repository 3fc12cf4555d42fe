import { readConfig } from '@patchbay/config/config';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import type { ServiceName } from '@patchbay/platform/services';
import { main } from '@patchbay/runtime/main';
import { createLogger } from '@patchbay/telemetry/logger';
import { commandUrlOf } from './database.ts';
import { databaseVariables, logVariables } from './variables.ts';

/** What a service's `migrations.ts` exports. */
export interface ServiceMigrations {
  /** The Postgres schema of the service, and the login role that it connects as. */
  readonly schema: string;
  /** The login role that owns the schema and migrates it. */
  readonly owner: string;
  /** Login roles of its other programs. Its migrations grant each its rights. Default: none. */
  readonly programRoles?: readonly ServiceName[];
  /** Its own, then those of the libraries whose tables it uses. */
  readonly migrations: readonly Migrations[];
}

/** The whole of a service's `main-migrate.ts`: run by a job before a new version starts, as the role that owns the schema. */
export const runMigrations = ({ schema, migrations }: ServiceMigrations): Promise<void> =>
  main(async () => {
    const variables = { ...databaseVariables, ...logVariables };
    const config = readConfig(schema, variables, process.env);
    const logger = createLogger({ service: schema, level: config.LOG_LEVEL });
    await migrate({ url: commandUrlOf(config), schema, migrations, logger });
  });
