import { createPool } from '@patchbay/database/pool';
import { databaseServices } from '@patchbay/platform/services';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience } from '@patchbay/testing/postgres';
import { describe, expect, it } from 'vitest';
import { migrationsOf, sealingOf, variablesOf } from './services.ts';

/** Sealed with a key that is derived from the Idempotency-Key and stored nowhere: no key of SEALING_KEYS opens it. */
const underOtherKeys = new Set(['idempotency_keys.sealed_answer']);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** The columns of the migrated schema whose names say that they are sealed, and the primary keys of all tables. */
async function columnsOf(name: keyof typeof migrationsOf) {
  const { schema } = migrationsOf[name];
  const database = await createTestDatabase(migrationsOf[name]);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const { pool, component } = createPool({
    url: database.ownerUrl,
    applicationName: 'test',
    ...patience,
    logger,
  });
  try {
    const { rows: all } = await pool.query<Column>(
      `select table_name as table, column_name as column, data_type as type
       from information_schema.columns where table_schema = $1`,
      [schema],
    );
    const { rows: keys } = await pool.query<Pick<Column, 'table' | 'column'>>(
      `select k.table_name as table, string_agg(k.column_name, ',') as column
       from information_schema.key_column_usage k join information_schema.table_constraints c using (constraint_name)
       where c.constraint_type = 'PRIMARY KEY' and k.table_schema = $1 group by 1`,
      [schema],
    );
    return { all, keys: new Map(keys.map(({ table, column }) => [table, column])) };
  } finally {
    await component.stop();
    await database.drop();
  }
}

describe.each(databaseServices)('the sealed columns of %s', (name) => {
  const { columns = [] } = name in sealingOf ? sealingOf[name as keyof typeof sealingOf] : {};

  it('sealed.ts lists exactly the sealed columns of the tables', async () => {
    const { all, keys } = await columnsOf(name);
    const sealed = all.filter(
      ({ table, column }) => /seal/i.test(column) && !underOtherKeys.has(`${table}.${column}`),
    );
    const nameOf = ({ table, column, type }: Column) => `${table}.${column} ${type}`;
    expect(columns.map(nameOf).toSorted()).toEqual(sealed.map(nameOf).toSorted());

    const typeOf = new Map(all.map(({ table, column, type }) => [`${table}.${column}`, type]));
    for (const { table, primaryKey, binding, keyIdColumn } of columns) {
      expect(keys.get(table)).toBe(primaryKey);
      expect(typeOf.get(`${table}.${primaryKey}`)).toBe('uuid');
      const ofKeyId = keyIdColumn === undefined ? 'text' : typeOf.get(`${table}.${keyIdColumn}`);
      expect(ofKeyId).toBe('text');
      for (const column of binding) expect([...typeOf.keys()]).toContain(`${table}.${column}`);
    }
  });

  it('a service that has sealing keys lists its sealed columns', () => {
    const hasKeys = 'SEALING_KEYS' in variablesOf[name];
    expect(hasKeys ? name in sealingOf : columns.length === 0).toBe(true);
  });
});
