import { readFile } from 'node:fs/promises';
import { migrate } from '@patchbay/database/migrate';
import { roleUrl } from '@patchbay/database/provision';
import type { PrepareOptions } from '@patchbay/local/databases';
import { migrationsOf } from '@patchbay/local/services';
import { type DatabaseService, databaseServices } from '@patchbay/platform/services';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';

const page = new URL('../../docs/postgres.md', import.meta.url);
const duplicateObject = new Set(['42710', '23505']);

/** The statements of docs/postgres.md that provision identity. */
async function statementsOfPage(): Promise<string[]> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/```sql\n(create role [^`]*)```/g)];
  const [block] = blocks;
  if (block?.[1] === undefined || blocks.length > 1)
    throw new Error('the page has not one block of that SQL');
  return block[1].split(/;\s+/).filter((statement) => statement !== '');
}

/** As `prepareDatabases`, with what docs/postgres.md tells administrators to run instead of `main-provision`. */
export async function prepareDatabasesByHand({
  adminUrl,
  passwordOf,
  logger,
}: PrepareOptions): Promise<Record<DatabaseService, string>> {
  const statements = await statementsOfPage();
  const database = escapeIdentifier(new URL(adminUrl).pathname.slice(1));
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const name of databaseServices) {
      for (const statement of statements) {
        const [, role] = /^create role (\w+)/.exec(statement.replaceAll('identity', name)) ?? [];
        const text = statement
          .replaceAll('identity', name)
          .replaceAll('database patchbay', `database ${database}`)
          .replace(`'…'`, role === undefined ? `'…'` : escapeLiteral(passwordOf(role)));
        await admin.query(text).catch((error: unknown) => {
          // Roles belong to the server: another test may have created this one, with the same password.
          const exists = error instanceof DatabaseError && duplicateObject.has(error.code ?? '');
          if (role === undefined || !exists) throw error;
        });
      }
    }
  } finally {
    await admin.end();
  }
  const urlOf = (role: string) => roleUrl(adminUrl, { role, password: passwordOf(role) });
  const entries = databaseServices.map(async (name) => {
    const { schema, owner, migrations } = migrationsOf[name];
    await migrate({ url: urlOf(owner), schema, migrations, logger });
    return [name, urlOf(schema)];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<DatabaseService, string>;
}
