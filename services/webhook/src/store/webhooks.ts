import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import type { Transaction, TurnOf } from '@patchbay/database/transaction';
import { most } from '@patchbay/platform/maximums';
import type { Webhook, Workspace } from '../domain/webhook.ts';
import { lockOrganization } from './deletion.ts';

/** A webhook with its sealed secrets. */
export interface StoredWebhook extends Webhook {
  readonly sealedSecret: string;
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
}

declare const isLocked: unique symbol;
/** A webhook whose row, and that of its queue, the transaction has locked. */
export type LockedWebhook = StoredWebhook & { readonly [isLocked]: true };

export interface WebhookRow
  extends Omit<StoredWebhook, 'workspace' | 'lastFailure'>,
    Record<string, unknown> {
  readonly workspaceId: string | null;
  readonly workspaceSlug: string | null;
  readonly workspaceName: string | null;
  readonly workspaceCreatedAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastFailureStatus: number | null;
  readonly lastFailureReason: string | null;
}

const columns = `w.id, w.organization_id as "organizationId", url, description, actions, workspace_id as "workspaceId",
         workspace_slug as "workspaceSlug", workspace_name as "workspaceName", workspace_created_at as "workspaceCreatedAt", w.status, disabled_reason as "disabledReason",
         sealed_secret as "sealedSecret", sealed_previous_secret as "sealedPreviousSecret",
         previous_secret_until as "previousSecretUntil", created_by_email as "createdByEmail", w.created_at as "createdAt",
         updated_at as "updatedAt", last_delivered_at as "lastDeliveredAt", last_failure_at as "lastFailureAt",
         last_failure_status as "lastFailureStatus", last_failure_reason as "lastFailureReason", failing_since as "failingSince"`;

const webhookOf = ({
  workspaceId,
  workspaceSlug,
  workspaceName,
  workspaceCreatedAt,
  lastFailureAt,
  lastFailureStatus,
  lastFailureReason,
  ...own
}: WebhookRow): StoredWebhook => ({
  ...own,
  workspace:
    workspaceId === null
      ? null
      : {
          id: workspaceId,
          slug: String(workspaceSlug),
          name: String(workspaceName),
          // Not known by the version before. While the webhook is there, the workspace is.
          createdAt: workspaceCreatedAt ?? own.createdAt,
        },
  lastFailure:
    lastFailureAt === null
      ? null
      : { at: lastFailureAt, status: lastFailureStatus, reason: String(lastFailureReason) },
});

const list = {
  name: 'webhooks of an organization',
  text: `select ${columns} from webhooks w where organization_id = $1::uuid and deleted_at is null
         order by created_at, id limit ${most.webhooksOfOrganization}`,
};

/** Oldest first. */
export const listWebhooks = async (db: Queryable, organizationId: string): Promise<StoredWebhook[]> =>
  (await db.query<WebhookRow>(list, [organizationId])).map(webhookOf);

/** A webhook of an organization. */
export interface WebhookIds {
  readonly organizationId: string;
  readonly id: string;
}

const find = {
  name: 'webhook by id',
  text: `select ${columns} from webhooks w where id = $1::uuid and organization_id = $2::uuid and deleted_at is null limit 1`,
};

export async function findWebhook(
  db: Queryable,
  { id, organizationId }: WebhookIds,
): Promise<StoredWebhook | undefined> {
  const [row] = await db.query<WebhookRow>(find, [id, organizationId]);
  return row && webhookOf(row);
}

/** Transactions that lock the same webhook run one after the other. */
export const turnOfWebhook = (id: string): TurnOf => ({ of: 'webhook', key: id });

const lock: RowLock = {
  of: 'webhook',
  name: 'lock a webhook',
  text: `select from webhooks w join queues q on q.webhook_id = w.id
         where w.id = $1::uuid and w.organization_id = $2::uuid and deleted_at is null for no key update`,
};

/**
 * Locks a webhook and its queue; undefined where there is none. Every transaction takes its locks in this order: cursors, webhooks,
 * queues, deliveries.
 */
export async function lockWebhook(tx: Transaction, ids: WebhookIds): Promise<LockedWebhook | undefined> {
  if ((await lockRow(tx, lock, [ids.id, ids.organizationId])) === undefined) return undefined;
  return (await findWebhook(tx, ids)) as LockedWebhook | undefined;
}

export const turnOfOrganization = (id: string): TurnOf => ({ of: 'organization', key: id });

const countOf = {
  name: 'count webhooks',
  text: `select count(*)::int as count from webhooks where organization_id = $1::uuid and deleted_at is null`,
};

/** How many webhooks the organization has. No other transaction creates one until this one ends. */
export async function lockAndCount(tx: Transaction, organizationId: string): Promise<number> {
  await lockOrganization(tx, organizationId);
  const [row] = await tx.query<{ count: number }>(countOf, [organizationId]);
  return row?.count ?? 0;
}

const columnsOf = (workspace: Workspace | null): readonly unknown[] => [
  workspace?.id ?? null,
  workspace?.slug ?? null,
  workspace?.name ?? null,
  workspace?.createdAt ?? null,
];

const insert = {
  name: 'insert a webhook',
  text: `with inserted as (
           insert into webhooks (id, organization_id, url, description, actions, workspace_id, workspace_slug, workspace_name,
             workspace_created_at, status, sealed_secret, created_by_email, created_at, updated_at)
           values ($1::uuid, $2::uuid, $3, $4, $5::text[], $6::uuid, $7, $8, $9, 'active', $10, $11, $12, $12)
           returning id, organization_id
         )
         insert into queues (webhook_id, organization_id) select id, organization_id from inserted`,
};

/** An active webhook and its empty queue. */
export async function insertWebhook(
  tx: Transaction,
  webhook: Pick<StoredWebhook, keyof Webhook | 'sealedSecret'>,
): Promise<void> {
  const {
    id,
    organizationId,
    url,
    description,
    actions,
    workspace,
    sealedSecret,
    createdByEmail,
    createdAt,
  } = webhook;
  await tx.query(insert, [
    id,
    organizationId,
    url,
    description,
    actions,
    ...columnsOf(workspace),
    sealedSecret,
    createdByEmail,
    createdAt,
  ]);
}

const save = {
  name: 'save a webhook',
  text: `update webhooks set url = $2, description = $3, actions = $4::text[], workspace_id = $5::uuid, workspace_slug = $6,
           workspace_name = $7, workspace_created_at = $8, status = $9, disabled_reason = $10, updated_at = $11, last_delivered_at = $12,
           last_failure_at = $13, last_failure_status = $14, last_failure_reason = $15, failing_since = $16
         where id = $1::uuid`,
};

/** Saves all but the secrets. */
export async function saveWebhook(tx: Transaction, { id }: LockedWebhook, webhook: Webhook): Promise<void> {
  const { workspace, lastFailure } = webhook;
  await tx.query(save, [
    id,
    webhook.url,
    webhook.description,
    webhook.actions,
    ...columnsOf(workspace),
    webhook.status,
    webhook.disabledReason,
    webhook.updatedAt,
    webhook.lastDeliveredAt,
    lastFailure?.at ?? null,
    lastFailure?.status ?? null,
    lastFailure?.reason ?? null,
    webhook.failingSince,
  ]);
}

const rotate = {
  name: 'rotate the secret of a webhook',
  text: `update webhooks set sealed_secret = $2, sealed_previous_secret = case when $3::timestamptz is null then null else sealed_secret end,
           previous_secret_until = $3, updated_at = $4
         where id = $1::uuid`,
};

/** `graceEnd`: until when the secret so far signs too; null: no longer. A secret before it is forgotten. */
export async function rotateSecret(
  tx: Transaction,
  { id }: LockedWebhook,
  sealedSecret: string,
  { graceEnd, now }: { readonly graceEnd: Date | null; readonly now: Date },
): Promise<void> {
  await tx.query(rotate, [id, sealedSecret, graceEnd, now]);
}

const markDeleted = {
  name: 'mark a webhook as deleted',
  text: `with marked as (
           update webhooks set deleted_at = $2 where id = $1::uuid returning id
         ), ended as (
           delete from replays using marked where webhook_id = marked.id
         )
         update queues set due_at = 'infinity' from marked where webhook_id = marked.id`,
};

/** Nothing is delivered to it any more. Its rows are removed in the background. */
export async function markAsDeleted(tx: Transaction, { id }: LockedWebhook): Promise<void> {
  await tx.query(markDeleted, [id, tx.now()]);
}

const rename = {
  name: 'rename the workspace of webhooks',
  text: `update webhooks w set workspace_name = renamed.name
         from (
           select id, renamed.name from webhooks
           join unnest($1::uuid[], $2::uuid[], $3::text[]) as renamed (organization_id, workspace_id, name)
             on webhooks.organization_id = renamed.organization_id and webhooks.workspace_id = renamed.workspace_id
           where deleted_at is null order by id for no key update of webhooks
         ) renamed where w.id = renamed.id`,
};

export interface NewWorkspaceName {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
}

export async function renameWorkspaces(tx: Transaction, names: readonly NewWorkspaceName[]): Promise<void> {
  if (names.length === 0) return;
  await tx.query(rename, [
    names.map(({ organizationId }) => organizationId),
    names.map(({ workspaceId }) => workspaceId),
    names.map(({ name }) => name),
  ]);
}

const lockActive = {
  name: 'lock the queues of organizations',
  text: `select webhook_id from queues q where organization_id = any ($1::uuid[])
           and exists (select from webhooks w where w.id = q.webhook_id and deleted_at is null)
         order by webhook_id limit ${most.webhooksOfOrganization} * cardinality($1::uuid[]) for no key update`,
};

const active = {
  name: 'active webhooks of organizations',
  text: `select ${columns} from webhooks w where organization_id = any ($1::uuid[]) and deleted_at is null and status = 'active'
         order by organization_id, id limit ${most.webhooksOfOrganization} * cardinality($1::uuid[])`,
};

/**
 * The webhooks of these organizations to which something is delivered. Their queues are locked until the transaction ends: nobody
 * changes, disables or deletes one of them meanwhile.
 */
export async function lockActiveWebhooks(
  tx: Transaction,
  organizationIds: readonly string[],
): Promise<StoredWebhook[]> {
  const locked = await tx.query(lockActive, [organizationIds]);
  return locked.length === 0 ? [] : (await tx.query<WebhookRow>(active, [organizationIds])).map(webhookOf);
}
