import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import type { Workspace } from '../domain/integration.ts';
import type { Tx } from './transaction.ts';

type Place = Pick<Workspace, 'id' | 'organizationId'>;

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
             and (g.expires_at is null or g.expires_at > now()))::integer as grants,
           (select count(*) from own join connect_links l on l.integration_id = own.id)::integer as "connectLinks"`,
};

export async function countWorkspace(db: Queryable, workspaceId: string): Promise<WorkspaceCounts> {
  const [row] = await db.query<WorkspaceCounts & Record<string, unknown>>(count, [workspaceId]);
  if (row === undefined) throw internal('counting had no result');
  return row;
}

const insertMissing = {
  name: 'insert a missing workspace that was deleted',
  text: `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of, ended_at)
         values ($1::uuid, $2::uuid, '', '', '', now(), now(), now()) on conflict do nothing`,
};

/** `update`: waits for the transactions that hold a share of the workspace, and keeps others from taking one. */
const byId: RowLock = {
  of: 'workspace',
  name: 'lock a workspace to end it',
  text: 'select id from workspaces where id = $1::uuid and organization_id = $2::uuid for update',
};

const end = {
  name: 'end a workspace',
  text: `update workspaces set ended_at = now(), slug = '', name = '', organization_name = ''
         where id = $1::uuid and ended_at is null`,
};

const move = {
  name: 'move credentials of a workspace to revocations',
  text: `insert into revocations (id, organization_id, workspace_id, provider, settings, sealed, key_id)
         select i.id, c.organization_id, c.workspace_id, i.provider, i.settings, c.sealed, c.key_id
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
 * that nothing can be written into the workspace any more. Has no effect on one that has ended. Statements that read integrations leave
 * out those of the workspace from then on; `removeEnded` deletes them.
 *
 * One transaction for up to 10,000 integrations: it locks no row of them, and nobody else waits for rows of credentials.
 */
export async function endWorkspace(
  tx: Tx,
  { id, organizationId }: Place,
  revocableProviders: readonly string[],
): Promise<void> {
  await tx.query(insertMissing, [id, organizationId]);
  if ((await lockRow(tx, byId, [id, organizationId])) === undefined)
    throw internal('a workspace that was deleted is one of another organization');
  await tx.query(end, [id]);
  await tx.query(move, [id, revocableProviders]);
  await tx.query(destroy, [id]);
}
