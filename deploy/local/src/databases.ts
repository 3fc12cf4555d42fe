import * as audit from '@patchbay/audit/migrations';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import { provisionSchema } from '@patchbay/database/provision';
import * as identity from '@patchbay/identity/migrations';
import * as integration from '@patchbay/integration/migrations';
import * as organization from '@patchbay/organization/migrations';
import type { Logger } from '@patchbay/telemetry/logger';

export type DatabaseService = 'identity' | 'organization' | 'integration' | 'audit';

/** The services that have a schema. */
export const services: readonly { schema: string; migrations: readonly Migrations[] }[] = [
  identity,
  organization,
  integration,
  audit,
];

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
    services.map(async ({ schema, migrations }) => {
      const url = await provisionSchema({ adminUrl, schema, password: passwordOf(schema) });
      await migrate({ url, schema, migrations, logger });
      return [schema, url];
    }),
  );
  return Object.fromEntries(entries) as Record<DatabaseService, string>;
}
