import { migrate } from '@patchbay/database/migrate';
import { provisionSchema } from '@patchbay/database/provision';
import { type DatabaseService, databaseServices } from '@patchbay/platform/services';
import type { Logger } from '@patchbay/telemetry/logger';
import { migrationsOf } from './services.ts';

export interface PrepareOptions {
  /** Of a role that may create roles and schemas. */
  readonly adminUrl: string;
  /** Of the role that owns the schema. Roles belong to the whole server: every database on it has to agree. */
  readonly passwordOf: (schema: string) => string;
  readonly logger: Logger;
}

/** Each service's role, schema and tables; answers the URL of each role. Changes nothing where all of it is there. */
export async function prepareDatabases({
  adminUrl,
  passwordOf,
  logger,
}: PrepareOptions): Promise<Record<DatabaseService, string>> {
  const entries = await Promise.all(
    databaseServices.map(async (name) => {
      const { schema, migrations } = migrationsOf[name];
      const url = await provisionSchema({ adminUrl, schema, password: passwordOf(schema) });
      await migrate({ url, schema, migrations, logger });
      return [name, url];
    }),
  );
  return Object.fromEntries(entries) as Record<DatabaseService, string>;
}
