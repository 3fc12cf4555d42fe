import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import type { Workspace } from '../domain/integration.ts';
import type { Tx } from './transaction.ts';

type Ids = Pick<Workspace, 'id' | 'organizationId'>;

/** What goes with a workspace. */
export interface WorkspaceCounts {
  readonly integrations: number;
  /** Live ones. */
  readonly grants: number;
  /** Neither used nor revoked; expired ones count. */
  readonly connectLinks: number;
}

const count = {
  name: 'count what a workspace has',
  text: `with own as materialized (
           select i.id from integrations i join workspaces w on w.id = i.workspace_id and w.ended_at is null where w.id = $1::uuid
         )
         select (select count(*) from own)::integer as integrations,
           (select count(*) from own join grants g on g.integration_id = own.id and g.revoked_at is null
             and (g.expires_at is null or g.expires_at > $2))::integer as grants,
           (select count(*) from own join connect_links l on l.integration_id = own.id)::integer as "connectLinks"`,
};

export async function countWorkspace(db: Queryable, workspaceId: string): Promise<WorkspaceCounts> {
  const [row] = await db.query<WorkspaceCounts & Record<string, unknown>>(count, [workspaceId, db.now()]);
  if (row === undefined) throw internal('counting had no result');
  return row;
}

const insertMissing = {
  name: 'insert a missing workspace that was deleted',
  text: `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of, ended_at)
         values ($1::uuid, $2::uuid, '', '', '', $3, $3, $3) on conflict do nothing`,
};

/** `update`: waits for the transactions that hold a share of the workspace, and keeps others from taking one. */
const byId: RowLock = {
  of: 'workspace',
  name: 'lock a workspace to end it',
  text: 'select id from workspaces where id = $1::uuid and organization_id = $2::uuid for update',
};

const end = {
  name: 'end a workspace',
  text: `update workspaces set ended_at = $2, slug = '', name = '', organization_name = ''
         where id = $1::uuid and ended_at is null`,
};

const move = {
  name: 'move credentials of a workspace to revocations',
  text: `insert into revocations (id, organization_id, workspace_id, provider, settings, sealed, key_id, attempt_at, created_at)
         select i.id, c.organization_id, c.workspace_id, i.provider, i.settings, c.sealed, c.key_id, $3::timestamptz, $3::timestamptz
         from integrations i join credentials c on c.integration_id = i.id
         where i.workspace_id = $1::uuid and i.provider = any ($2::text[])
         on conflict do nothing`,
};

const destroy = {
  name: 'destroy credentials of a workspace',
  text: `delete from credentials where integration_id in (select id from integrations where workspace_id = $1::uuid)`,
};

/**
 * Ends a workspace: destroys its credentials, moves those that providers can revoke to `revocations`, and leaves a row without names, so
 * that nothing can be written into the workspace any more. Has no effect on one that has ended; false if another organization has it. Statements that read integrations leave
 * out those of the workspace from then on; `removeEnded` deletes them.
 *
 * One transaction for up to 10,000 integrations: it locks no row of them, and nobody else waits for rows of credentials.
 */
export async function endWorkspace(
  tx: Tx,
  { id, organizationId }: Ids,
  revocableProviders: readonly string[],
): Promise<boolean> {
  await tx.query(insertMissing, [id, organizationId, tx.now()]);
  if ((await lockRow(tx, byId, [id, organizationId])) === undefined) return false;
  await tx.query(end, [id, tx.now()]);
  await tx.query(move, [id, revocableProviders, tx.now()]);
  await tx.query(destroy, [id]);
  return true;
}

const workspacesLeft = {
  name: 'workspaces that go with an organization',
  text: `select id, organization_id as "organizationId" from workspaces
         where organization_id = $1::uuid and ended_at is null order by id limit 200`,
};

/** Workspaces of an organization that have not ended, 200 at most. */
export const listWorkspaces = (db: Queryable, organizationId: string): Promise<Ids[]> =>
  db.query<Ids & Record<string, unknown>>(workspacesLeft, [organizationId]);

const late = {
  name: 'workspaces of deleted organizations',
  text: `select w.id, w.organization_id as "organizationId" from paused_organizations p
         join workspaces w on w.organization_id = p.organization_id and w.ended_at is null where p.deleted limit 200`,
};

/** Workspaces that were created while their organization was being deleted, 200 at most. */
export const listLateWorkspaces = (db: Queryable): Promise<Ids[]> =>
  db.query<Ids & Record<string, unknown>>(late, []);

/** Integrations that one transaction removes, and rows of their uses. */
const batch = { integrations: 200, uses: 5_000 };

const take = {
  name: 'integrations of ended workspaces',
  text: `select i.id from workspaces w join integrations i on i.workspace_id = w.id
         where w.ended_at is not null order by w.ended_at limit ${batch.integrations} for update of i skip locked`,
};
const removeUses = {
  name: 'remove uses of ended workspaces',
  text: `delete from uses where ctid = any (array(
           select ctid from uses where integration_id = any ($1::uuid[]) limit ${batch.uses})) returning 1 as removed`,
};
const removeIntegrations = {
  name: 'remove integrations of ended workspaces',
  text: `with noted as (delete from first_uses where integration_id = any ($1::uuid[]) and recorded_at is not null)
         delete from integrations where id = any ($1::uuid[])`,
};
const removeCounts = {
  name: 'remove counts of ended workspaces',
  text: `delete from integration_counts c using workspaces w
         where w.ended_at is not null and c.organization_id = w.organization_id and c.workspace_id = w.id`,
};

/**
 * Deletes some of the integrations of ended workspaces, with links, grants and uses. False if none was left. Their first uses and sent
 * changes stay until the trail has them.
 */
export async function removeEnded(tx: Tx): Promise<boolean> {
  const ids = (await tx.query<{ id: string }>(take, [])).map(({ id }) => id);
  if (ids.length === 0) {
    await tx.query(removeCounts, []);
    return false;
  }
  if ((await tx.query(removeUses, [ids])).length < batch.uses) await tx.query(removeIntegrations, [ids]);
  return true;
}

/** Of events and calls that wait for the trail; about an organization that has no trail any more. */
const forgetNotes = ['first_uses', 'sent_changes'].map((table) => ({
  name: `forget ${table} of an organization`,
  text: `delete from ${table} where ctid = any (array(
           select ctid from ${table} where event -> 'about' ->> 'organizationId' = $1 limit ${batch.uses})) returning 1 as removed`,
}));

/** Deletes what the trail of a deleted organization would get. Reads both tables; they hold a few days. */
export async function forgetUnrecorded(db: Queryable, organizationId: string): Promise<void> {
  for (const statement of forgetNotes)
    while ((await db.query(statement, [organizationId])).length === batch.uses);
}
