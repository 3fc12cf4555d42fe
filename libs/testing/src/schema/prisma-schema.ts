import { columnFact, enumFact, type KeyKind, keyFact, type SchemaFacts } from './facts.ts';

interface Block {
  readonly kind: 'model' | 'enum';
  readonly name: string;
  /** Its name in the database. */
  readonly mapped: string;
  /** Without comments and empty lines. */
  readonly lines: readonly string[];
}

const mapOf = (attributes: string, attribute: '@map' | '@@map'): string | undefined =>
  new RegExp(`(?<!@)${attribute}\\("([^"]+)"\\)`).exec(attributes)?.[1];

function blocksOf(text: string): Block[] {
  const found = text.matchAll(/^(model|enum) (\w+) \{\n(.*?)^\}/gms);
  return [...found].map(([, kind = '', name = '', body = '']) => {
    const lines = body
      .split('\n')
      .map((line) => line.replace(/\s*\/\/.*$/, '').trim())
      .filter((line) => line !== '');
    const mapped = lines.map((line) => mapOf(line, '@@map')).find((map) => map !== undefined) ?? name;
    return { kind: kind as Block['kind'], name, mapped, lines };
  });
}

const scalars: Readonly<Record<string, string>> = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Json: 'jsonb',
  Bytes: 'bytea',
  DateTime: 'timestamp(3) without time zone',
};

/** Postgres omits the precision if it is 6, the default. */
const timestamptz = (digits = '6'): string =>
  digits === '6' ? 'timestamp with time zone' : `timestamp(${digits}) with time zone`;

function nativeType(type: string, argument: string | undefined): string {
  if (type === 'Uuid') return 'uuid';
  if (type === 'Date') return 'date';
  if (type === 'SmallInt') return 'smallint';
  if (type === 'Timestamptz') return timestamptz(argument);
  throw new Error(`unknown type @db.${type}. Add how Postgres formats it.`);
}

interface Field {
  readonly name: string;
  readonly column: string;
  readonly fact: string;
  readonly attributes: string;
}

/** Undefined for a relation field, which has no column. */
function fieldOf(line: string, types: ReadonlyMap<string, string>): Field | undefined {
  const [, name = '', declared = '', list, optional, attributes = ''] =
    /^(\w+)\s+(\w+)(\[\])?(\?)?\s*(.*)$/.exec(line) ?? [];
  const base = types.get(declared);
  if (base === undefined) return undefined;
  const native = /@db\.(\w+)(?:\((\w+)\))?/.exec(attributes);
  const type = native === null ? base : nativeType(native[1] ?? '', native[2]);
  const column = mapOf(attributes, '@map') ?? name;
  // Prisma's client generates `uuid()` and `cuid()`: the column itself has no default.
  const hasDefault = /@default\((?!uuid\(|cuid\()/.test(attributes);
  const fact = columnFact({
    name: column,
    type: list === undefined ? type : `${type}[]`,
    nullable: optional !== undefined,
    hasDefault,
  });
  return { name, column, fact, attributes };
}

const kinds: Readonly<Record<string, KeyKind>> = { id: 'primary key', unique: 'unique', index: 'index' };
const suffixes: Readonly<Record<KeyKind, string>> = { 'primary key': 'pkey', unique: 'key', index: 'idx' };

/** A key without `map` gets Prisma's default name. */
function keyOf(table: string, word: string, columns: readonly string[], parameters: string): string {
  const kind = kinds[word] as KeyKind;
  const parts = kind === 'primary key' ? [table] : [table, ...columns];
  const name = /map: "([^"]+)"/.exec(parameters)?.[1] ?? [...parts, suffixes[kind]].join('_');
  return keyFact(kind, name, columns);
}

function modelFacts({ mapped, lines }: Block, types: ReadonlyMap<string, string>): string[] {
  const fields = lines.filter((line) => !line.startsWith('@@')).flatMap((line) => fieldOf(line, types) ?? []);
  const columnOf = new Map(fields.map(({ name, column }) => [name, column]));
  const ofFields = fields.flatMap(({ column, attributes }) =>
    [...attributes.matchAll(/(?<!@)@(id|unique)\b(\([^)]*\))?/g)].map(([, word = '', parameters = '']) =>
      keyOf(mapped, word, [column], parameters),
    ),
  );
  const ofModel = lines.flatMap((line) => {
    const [, word, names, parameters = ''] = /^@@(id|unique|index)\(\[([^\]]+)\](.*)\)$/.exec(line) ?? [];
    if (word === undefined || names === undefined) return [];
    const columns = names.split(',').map((name) => columnOf.get(name.trim()) ?? name.trim());
    return [keyOf(mapped, word, columns, parameters)];
  });
  return [...fields.map(({ fact }) => fact), ...ofFields, ...ofModel];
}

/** The facts of a `schema.prisma`, which cannot express checks, partial indexes and expression indexes. */
export function factsOfPrismaSchema(text: string): SchemaFacts {
  const blocks = blocksOf(text);
  const enums = blocks.filter(({ kind }) => kind === 'enum');
  const types = new Map([
    ...Object.entries(scalars),
    ...enums.map(({ name, mapped }): [string, string] => [name, mapped]),
  ]);
  return new Map(
    blocks.map((block) => [
      block.mapped,
      block.kind === 'enum'
        ? [enumFact(block.lines.filter((line) => !line.startsWith('@@')))]
        : modelFacts(block, types),
    ]),
  );
}
