import { migrate } from '@patchbay/database/migrate';
import { roleUrl } from '@patchbay/database/provision';
import { byName } from '@patchbay/platform/by-name';
import { type DatabaseRole, databaseRoles, databaseServices } from '@patchbay/platform/services';
import { provisionService } from '@patchbay/service/provision';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Secrets } from './secrets.ts';
import { migrationsOf } from './services.ts';

export interface PrepareOptions {
  /** URL of a role that may create roles and schemas. */
  readonly adminUrl: string;
  /** Password of a role. Roles are global to a server: use the same one for all its databases. */
  readonly passwordOf: (role: string) => string;
  readonly logger: Logger;
}

/** The passwords by role. A service does not know the password of the owner of its schema. */
export const passwordsOf =
  ({ rolePassword, ownerPassword }: Pick<Secrets, 'rolePassword' | 'ownerPassword'>) =>
  (role: string): string =>
    Object.values(migrationsOf).some(({ owner }) => owner === role) ? ownerPassword : rolePassword;

/** Creates each service's roles and schema and applies its migrations. Idempotent. Returns the URL of each role that a service logs in as. */
export async function prepareDatabases({
  adminUrl,
  passwordOf,
  logger,
}: PrepareOptions): Promise<Record<DatabaseRole, string>> {
  await Promise.all(
    databaseServices.map(async (name) => {
      const { schema, migrations } = migrationsOf[name];
      const { ownerUrl } = await provisionService(migrationsOf[name], { adminUrl, passwordOf });
      await migrate({ url: ownerUrl, schema, migrations, logger });
    }),
  );
  return byName(databaseRoles, (role) => roleUrl(adminUrl, { role, password: passwordOf(role) }));
}
