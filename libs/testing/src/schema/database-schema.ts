import { Client } from 'pg';
import { type Column, columnFact, enumFact, type KeyKind, keyFact, type SchemaFacts } from './facts.ts';

/** The table of `migrate`, which is not part of the described schema. */
const migrationsTable = '_prisma_migrations';

const columns = `
  select c.relname as about, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

// Without partial and expression indexes, which schema.prisma cannot express.
const keys = `
  select c.relname as about, i.relname as name,
         case when x.indisprimary then 'primary key' when x.indisunique then 'unique' else 'index' end as kind,
         array(select a.attname::text from unnest(x.indkey) with ordinality as part (number, position)
               join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number order by position) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = $1::regnamespace and not c.relispartition and x.indpred is null and x.indexprs is null
  order by c.relname, i.relname`;

const enums = `
  select t.typname as about, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_enum e join pg_type t on t.oid = e.enumtypid
  where t.typnamespace = $1::regnamespace group by t.typname order by t.typname`;

const definitions = `
  select c.relname as about, pg_get_indexdef(x.indexrelid) as fact
  from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace = $1::regnamespace
  union all
  select c.relname, conname || ' ' || pg_get_constraintdef(k.oid)
  from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = $1::regnamespace
  union all
  select c.relname, a.attnum || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attidentity::text
                    || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '')
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by 1, 2`;

type About<T> = T & { readonly about: string };

async function read<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function byTable(facts: readonly About<{ fact: string }>[]): SchemaFacts {
  const grouped = Map.groupBy(
    facts.filter(({ about }) => about !== migrationsTable),
    ({ about }) => about,
  );
  return new Map([...grouped].map(([about, ofTable]) => [about, ofTable.map(({ fact }) => fact)]));
}

/** Facts of a migrated schema, limited to what `schema.prisma` can express. */
export const factsOfDatabase = (url: string, schema: string): Promise<SchemaFacts> =>
  read(url, async (client) => {
    const { rows: ofColumns } = await client.query<About<Column>>(columns, [schema]);
    const { rows: ofKeys } = await client.query<About<{ kind: KeyKind; name: string; columns: string[] }>>(
      keys,
      [schema],
    );
    const { rows: ofEnums } = await client.query<About<{ values: string[] }>>(enums, [schema]);
    return byTable([
      ...ofColumns.map(({ about, ...column }) => ({ about, fact: columnFact(column) })),
      ...ofKeys.map(({ about, kind, name, columns: names }) => ({ about, fact: keyFact(kind, name, names) })),
      ...ofEnums.map(({ about, values }) => ({ about, fact: enumFact(values) })),
    ]);
  });

/** Full definitions of a schema's tables as Postgres prints them: column order, defaults, checks, all indexes. */
export const definitionsInDatabase = (url: string, schema: string): Promise<SchemaFacts> =>
  read(url, async (client) => {
    const { rows } = await client.query<About<{ fact: string }>>(definitions, [schema]);
    return byTable(rows);
  });
