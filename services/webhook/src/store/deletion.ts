import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import type { ExpiredRows } from '@patchbay/worker/sweep';

/** Nothing that was on its way when a workspace was deleted takes as long. */
export const oldEndedWorkspaces: ExpiredRows = {
  table: 'ended_workspaces',
  primaryKey: 'workspace_id',
  expiresAt: 'ended_at',
  keep: '7 days',
};

const lock: RowLock = {
  of: 'organization',
  name: 'lock the webhooks of an organization',
  text: `select pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`,
};

/** No other transaction creates a webhook, or moves one to a workspace, until this one ends. */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
  await lockRow(tx, lock, [organizationId]);
}

const findDeletedTenant = {
  name: 'whether the tenant of a webhook was deleted',
  text: `select exists (select from paused_organizations where organization_id = $1::uuid and deleted)
           or exists (select from ended_workspaces where workspace_id = $2::uuid) as deleted`,
};

/** Whether the organization, or the workspace of it, was deleted. The transaction holds the lock of the organization. */
export async function isDeleted(
  tx: Transaction,
  organizationId: string,
  workspaceId: string | null,
): Promise<boolean> {
  const [row] = await tx.query<{ deleted: boolean }>(findDeletedTenant, [organizationId, workspaceId]);
  return row?.deleted ?? false;
}

const endWorkspace = {
  name: 'end a workspace',
  text: 'insert into ended_workspaces (workspace_id, ended_at) values ($1::uuid, $2) on conflict do nothing',
};

/** In the order of the ids, as every transaction locks webhooks before queues. */
const markBy = (name: string, where: string) => ({
  name,
  text: `with own as (
           select id from webhooks where organization_id = $1::uuid and deleted_at is null ${where} order by id for no key update
         ), marked as (
           update webhooks w set deleted_at = $2 from own where w.id = own.id returning w.id
         ), ended as (
           delete from replays using marked where webhook_id = marked.id
         )
         update queues set due_at = 'infinity' from marked where webhook_id = marked.id`,
});
const markOfWorkspace = markBy('mark the webhooks of a workspace as deleted', 'and workspace_id = $3::uuid');
const markOfOrganization = markBy('mark the webhooks of an organization as deleted', '');

/** Deletes the webhooks that are filtered to a workspace, which was deleted. Their rows are removed in the background. */
export async function removeWorkspace(
  tx: Transaction,
  organizationId: string,
  workspaceId: string,
): Promise<void> {
  await lockOrganization(tx, organizationId);
  await tx.query(endWorkspace, [workspaceId, tx.now()]);
  await tx.query(markOfWorkspace, [organizationId, tx.now(), workspaceId]);
}

const removeCursor = {
  name: 'remove the cursor of an organization',
  text: 'delete from cursors where organization_id = $1::uuid',
};

/** Deletes everything of an organization that is marked as deleted. The rows of webhooks are removed in the background. */
export async function removeOrganization(tx: Transaction, organizationId: string): Promise<void> {
  // In the order of other transactions: cursors first.
  await tx.query(removeCursor, [organizationId]);
  await lockOrganization(tx, organizationId);
  await tx.query(markOfOrganization, [organizationId, tx.now()]);
}

const findDeleted = {
  name: 'deleted organizations of some',
  text: `select organization_id as id from paused_organizations
         where organization_id = any ($1::uuid[]) and deleted limit cardinality($1::uuid[])`,
};

/** Those of the organizations that were deleted. */
export async function deletedAmong(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(findDeleted, [organizationIds]);
  return new Set(rows.map(({ id }) => id));
}
