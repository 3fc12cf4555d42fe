import type { Queryable } from '@patchbay/database/query';

const create = {
  name: 'create partitions',
  text: 'select create_partitions($1::date, $2::date) as name',
};

/** Creates the partitions of the months from one moment to another that do not exist; returns the names of the new ones. */
export async function createPartitions(db: Queryable, first: Date, last: Date): Promise<string[]> {
  const days = [first, last].map((moment) => moment.toISOString().slice(0, 10));
  const rows = await db.query<{ name: string }>(create, days);
  return rows.map(({ name }) => name);
}

/** The names of all partitions of `entries`. */
export const selectPartitions = {
  name: 'partitions',
  text: `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
         where inhparent = 'entries'::regclass`,
};

export async function findPartitions(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(selectPartitions);
  return new Set(rows.map(({ name }) => name));
}
