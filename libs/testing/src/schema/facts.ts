/**
 * Facts of a schema as strings, by table or enum: `role: role not null`,
 * `unique members_organization_id_user_id_key (organization_id, user_id)`. Equal schemas have equal facts, whether read from
 * `schema.prisma` or from the database.
 */
export type SchemaFacts = ReadonlyMap<string, readonly string[]>;

export interface Column {
  readonly name: string;
  /** As Postgres formats it: `timestamp(3) with time zone`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

export const columnFact = ({ name, type, nullable, hasDefault }: Column): string =>
  `${name}: ${type} ${nullable ? 'null' : 'not null'}${hasDefault ? ' with default' : ''}`;

export type KeyKind = 'primary key' | 'unique' | 'index';

export const keyFact = (kind: KeyKind, name: string, columns: readonly string[]): string =>
  `${kind} ${name} (${columns.join(', ')})`;

export const enumFact = (values: readonly string[]): string => `enum ${values.join(' < ')}`;

const sentences = (facts: SchemaFacts): Set<string> =>
  new Set([...facts].flatMap(([about, ofTable]) => [about, ...ofTable.map((fact) => `${about}: ${fact}`)]));

/** Facts that are in only one of the two; both lists are empty if the schemas agree. */
export function differences(
  declared: SchemaFacts,
  actual: SchemaFacts,
): { onlyDeclared: string[]; onlyActual: string[] } {
  const [inDeclared, inActual] = [sentences(declared), sentences(actual)];
  return {
    onlyDeclared: [...inDeclared].filter((sentence) => !inActual.has(sentence)).toSorted(),
    onlyActual: [...inActual].filter((sentence) => !inDeclared.has(sentence)).toSorted(),
  };
}
