import { migrate } from '@patchbay/database/migrate';
import { provisionSchema } from '@patchbay/database/provision';
import { type DatabaseService, databaseServices } from '@patchbay/platform/services';
import type { Logger } from '@patchbay/telemetry/logger';
import { migrationsOf } from './services.ts';

export interface PrepareOptions {
  /** URL of a role that may create roles and schemas. */
  readonly adminUrl: string;
  /** Password of the role that owns the schema. Roles are global to a server: use the same one for all its databases. */
  readonly passwordOf: (schema: string) => string;
  readonly logger: Logger;
}

/** Creates each service's role and schema and applies its migrations. Idempotent. Returns the URL of each role. */
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
