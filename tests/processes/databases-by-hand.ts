import { readFile } from 'node:fs/promises';
import { migrate } from '@patchbay/database/migrate';
import { roleUrl } from '@patchbay/database/provision';
import type { PrepareOptions } from '@patchbay/local/databases';
import { migrationsOf } from '@patchbay/local/services';
import { byName } from '@patchbay/platform/by-name';
import { type DatabaseRole, databaseRoles, databaseServices } from '@patchbay/platform/services';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';

const page = new URL('../../docs/postgres.md', import.meta.url);
const duplicateObject = new Set(['42710', '23505']);

/** The statements of docs/postgres.md that provision identity, and those that provision relay. */
async function statementsOfPage(): Promise<{ ofIdentity: string[]; ofRelay: string[] }> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/```sql\n(create role [^`]*)```/g)];
  const [ofIdentity, ofRelay, ...others] = blocks.map(([, block = '']) =>
    block.split(/;\s+/).filter((statement) => statement !== ''),
  );
  if (ofIdentity === undefined || ofRelay === undefined || others.length > 0)
    throw new Error('the page has not two blocks of that SQL');
  return { ofIdentity, ofRelay };
}

/** As `prepareDatabases`, with what docs/postgres.md tells administrators to run instead of `main-provision`. */
export async function prepareDatabasesByHand({
  adminUrl,
  passwordOf,
  logger,
}: PrepareOptions): Promise<Record<DatabaseRole, string>> {
  const { ofIdentity, ofRelay } = await statementsOfPage();
  const database = escapeIdentifier(new URL(adminUrl).pathname.slice(1));
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const ofServices = databaseServices.flatMap((name) =>
      ofIdentity.map((statement) => statement.replaceAll('identity', name)),
    );
    for (const statement of [...ofServices, ...ofRelay]) {
      const [, role] = /^create role (\w+)/.exec(statement) ?? [];
      const text = statement
        .replaceAll('database patchbay', `database ${database}`)
        .replace(`'…'`, role === undefined ? `'…'` : escapeLiteral(passwordOf(role)));
      await admin.query(text).catch((error: unknown) => {
        // Roles belong to the server: another test may have created this one, with the same password.
        const exists = error instanceof DatabaseError && duplicateObject.has(error.code ?? '');
        if (role === undefined || !exists) throw error;
      });
    }
  } finally {
    await admin.end();
  }
  const urlOf = (role: string) => roleUrl(adminUrl, { role, password: passwordOf(role) });
  await Promise.all(
    databaseServices.map((name) => {
      const { schema, owner, migrations } = migrationsOf[name];
      return migrate({ url: urlOf(owner), schema, migrations, logger });
    }),
  );
  return byName(databaseRoles, urlOf);
}
