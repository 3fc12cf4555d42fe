import type { Statement } from '@patchbay/database/query';
import type { NameVersion } from '../domain/name-version.ts';
import type { Tx } from './transaction.ts';

/**
 * Takes the row locks in the order of the ids, so that two such statements cannot deadlock; Postgres checks the condition again
 * once it has a lock. A version of the same time wins: the later of two renames in one millisecond is delivered last.
 */
const saveNames = (name: string, key: string, column: string): Statement => ({
  name,
  text: `with newer as (
           select w.id, input.name, input.as_of
           from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as input (key, name, as_of)
           join workspaces w on w.${key} = input.key
           where w.${column}_as_of <= input.as_of and (w.${column}, w.${column}_as_of) <> (input.name, input.as_of)
           order by w.id for no key update of w
         )
         update workspaces w set ${column} = newer.name, ${column}_as_of = newer.as_of
         from newer where w.id = newer.id`,
});
const workspaceNames = saveNames('names of workspaces', 'id', 'name');
const organizationNames = saveNames('names of organizations', 'organization_id', 'organization_name');

const valuesOf = (names: readonly NameVersion[]) => [
  names.map(({ id }) => id),
  names.map(({ name }) => name),
  names.map(({ asOf }) => asOf),
];

/** `names` must hold each workspace once. One without integrations has no row here, and is ignored. */
export async function saveWorkspaceNames(tx: Tx, names: readonly NameVersion[]): Promise<void> {
  if (names.length > 0) await tx.query(workspaceNames, valuesOf(names));
}

/** `names` must hold each organization once. */
export async function saveOrganizationNames(tx: Tx, names: readonly NameVersion[]): Promise<void> {
  if (names.length > 0) await tx.query(organizationNames, valuesOf(names));
}
