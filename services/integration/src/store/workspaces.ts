import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Statement } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import type { Workspace } from '../domain/integration.ts';
import type { Tx } from './transaction.ts';

declare const lockHeld: unique symbol;

/**
 * Proof that the open transaction holds the row lock of the workspace until it ends, so that no integration can be added
 * meanwhile.
 */
interface LockedWorkspace {
  readonly id: string;
  readonly [lockHeld]: true;
}

/** Milliseconds. The names in a caller token are at most this old on arrival: a token is valid for one minute. */
const tokenAgeMs = 120_000;

const insertMissing = {
  name: 'insert a missing workspace',
  text: `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6, $6) on conflict do nothing`,
};

const refreshNames = {
  name: 'refresh the names of a workspace',
  text: `update workspaces set
           name = case when name_as_of < $4 then $2 else name end,
           name_as_of = greatest(name_as_of, $4),
           organization_name = case when organization_name_as_of < $4 then $3 else organization_name end,
           organization_name_as_of = greatest(organization_name_as_of, $4)
         where id = $1::uuid
           and ((name_as_of < $4 and name <> $2) or (organization_name_as_of < $4 and organization_name <> $3))`,
};

/** Transactions that lock the workspace queue by this turn first. */
export const turnOfWorkspace = ({ id }: Pick<Workspace, 'id'>): TurnOf => ({ of: 'workspace', key: id });

/** `no key update`: integrations that refer to it can be changed meanwhile. */
const byId: RowLock = {
  of: 'workspace',
  name: 'lock a workspace',
  text: `select id from workspaces where id = $1::uuid and ended_at is null and not exists (
           select from paused_organizations p where p.organization_id = workspaces.organization_id and p.deleted) for no key update`,
};

/**
 * Takes the row lock of the workspace and inserts its row if this is its first integration. Throws `not_found` if the workspace was
 * deleted since the caller token was made. The names of the token are dated back, so that an event that is on its way replaces them.
 */
export async function lockWorkspace(tx: Tx, workspace: Workspace): Promise<LockedWorkspace> {
  const { id, organizationId, slug, name, organizationName } = workspace;
  const asOf = new Date(tx.now().getTime() - tokenAgeMs);
  await tx.query(insertMissing, [id, organizationId, slug, name, organizationName, asOf]);
  if ((await lockRow(tx, byId, [id])) === undefined) throw notFound('the workspace was deleted');
  await tx.query(refreshNames, [id, name, organizationName, asOf]);
  return { id } as LockedWorkspace;
}

const countOfWorkspace = {
  name: 'count integrations of a workspace',
  text: 'select count(*)::integer as count from integrations where workspace_id = $1::uuid',
};

/** Needs the row lock: otherwise two transactions could both insert the last allowed integration. */
export const countIntegrations = async (tx: Tx, { id }: LockedWorkspace): Promise<number> =>
  (await tx.query<{ count: number }>(countOfWorkspace, [id]))[0]?.count ?? 0;

/** A name of an organization or a workspace, and the time of its change. */
export interface NameVersion {
  /** The id of the organization or workspace. */
  readonly id: string;
  readonly name: string;
  readonly asOf: Date;
}

/**
 * Takes the row locks in the order of the ids, so that two such statements cannot deadlock; Postgres checks the condition again
 * once it has a lock. A version of the same time wins, because the later of two renames in one millisecond is delivered last.
 */
const saveNames = (name: string, key: string, column: string): Statement => ({
  name,
  text: `with newer as (
           select w.id, input.name, input.as_of
           from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as input (key, name, as_of)
           join workspaces w on w.${key} = input.key
           where w.ended_at is null and w.${column}_as_of <= input.as_of and (w.${column}, w.${column}_as_of) <> (input.name, input.as_of)
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

/** `names` must have each workspace once. A workspace without integrations has no row and is ignored. */
export async function saveWorkspaceNames(tx: Tx, names: readonly NameVersion[]): Promise<void> {
  if (names.length > 0) await tx.query(workspaceNames, valuesOf(names));
}

/** `names` must have each organization once. */
export async function saveOrganizationNames(tx: Tx, names: readonly NameVersion[]): Promise<void> {
  if (names.length > 0) await tx.query(organizationNames, valuesOf(names));
}
