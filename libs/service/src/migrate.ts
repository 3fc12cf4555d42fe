import { readConfig } from '@patchbay/config/config';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import type { ServiceName } from '@patchbay/platform/services';
import { createLogger } from '@patchbay/telemetry/logger';
import { commandUrlOf } from './database.ts';
import { type Program, runProgram } from './program.ts';
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

const migrateProgram = ({ schema, owner }: ServiceMigrations): Program => ({
  name: `${schema} main-migrate`,
  help: `Applies the migrations that the schema ${schema} lacks, in order, each in one transaction. Can be run again, and by several at once.
Takes no arguments but --help and --version.

Variables: DATABASE_URL (as ${owner}, the owner of the schema), DATABASE_SESSION_URL (Postgres itself, where that is a pooler), LOG_LEVEL;
all but the last also as files (…_FILE).
Exit code: 0 when the schema has all migrations; 1 when it failed; 2 for arguments that it does not know.`,
});

/** The whole of a service's `main-migrate.ts`: run by a job before a new version starts, as the role that owns the schema. */
export const runMigrations = (service: ServiceMigrations): Promise<void> =>
  runProgram(migrateProgram(service), async () => {
    const { schema, migrations } = service;
    const variables = { ...databaseVariables, ...logVariables };
    const config = readConfig(schema, variables, process.env);
    const logger = createLogger({ service: schema, level: config.LOG_LEVEL });
    await migrate({ url: commandUrlOf(config), schema, migrations, logger });
  });
