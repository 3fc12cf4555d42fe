/**
 * What is true of a schema, one sentence each, by the table or enum it is about: `role: role not null`,
 * `unique members_organization_id_user_id_key (organization_id, user_id)`. Two descriptions of one schema have the same.
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
  new Set([...facts].flatMap(([about, said]) => [about, ...said.map((fact) => `${about}: ${fact}`)]));

/** What only the one or only the other says; both empty where they agree. */
export function differences(
  declared: SchemaFacts,
  actual: SchemaFacts,
): { onlyDeclared: string[]; onlyActual: string[] } {
  const [ours, theirs] = [sentences(declared), sentences(actual)];
  return {
    onlyDeclared: [...ours].filter((sentence) => !theirs.has(sentence)).toSorted(),
    onlyActual: [...theirs].filter((sentence) => !ours.has(sentence)).toSorted(),
  };
}
