import type { Person } from '@patchbay/access/caller';
import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { most } from '@patchbay/platform/maximums';
import { type Integration, type IntegrationStatus } from '../domain/integration.ts';
import type { Tx } from './transaction.ts';

/** The connect link of an integration, neither used nor revoked. It may have expired. */
export interface StoredLink {
  /** The link that replaces this one has another id. */
  readonly id: string;
  readonly sealedToken: string;
  readonly expiresAt: Date;
  /** Null: the organization has none, or the link is from before. */
  readonly organizationDomain: string | null;
  /** Null: no longer in the organization, or the link is from before. */
  readonly issuedBy: Person | null;
}

/** An integration, and its link if it has one. */
export interface StoredIntegration {
  readonly integration: Integration;
  readonly link: StoredLink | null;
}

/** A row of `columns`. The link's columns are null where there is none. */
export interface Row extends Omit<Integration, 'workspace'> {
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly organizationName: string;
  readonly linkId: string | null;
  readonly sealedToken: string;
  readonly linkExpiresAt: Date;
  readonly organizationDomain: string | null;
  readonly issuedBy: Person | null;
}

export const columns = `i.id, i.workspace_id as "workspaceId", w.organization_id as "organizationId", w.slug as "workspaceSlug",
         w.name as "workspaceName", w.organization_name as "organizationName", i.provider, i.name, i.status,
         i.status_detail as "statusDetail", i.status_checked_at as "statusCheckedAt", i.last_error as "lastError",
         i.last_error_at as "lastErrorAt", i.settings, i.connected_at as "connectedAt",
         i.connected_account as "connectedAccount", i.return_url as "returnUrl", i.created_by_email as "createdByEmail",
         i.created_at as "createdAt", i.updated_at as "updatedAt", i.access,
         i.authorization_ends_at as "authorizationEndsAt", i.last_used_at as "lastUsedAt", i.accounts,
         i.accounts_chosen_at as "accountsChosenAt",
         l.id as "linkId", l.sealed_token as "sealedToken", l.expires_at as "linkExpiresAt",
         l.organization_domain as "organizationDomain", l.issued_by as "issuedBy"`;

/**
 * Integrations with workspace and link in one row each, so that a list is one query. Those of deleted workspaces are left out. `offset 0` keeps Postgres from planning the
 * links of a workspace as a join over the links of all workspaces.
 */
export const withWorkspaceAndLink = `join workspaces w on w.id = i.workspace_id and w.ended_at is null
  left join lateral (select * from connect_links where integration_id = i.id offset 0) l on true`;
const selectIntegrations = `
  select ${columns} from integrations i ${withWorkspaceAndLink}`;

/** Links with their integration. */
export const selectLinks = `
  select ${columns} from connect_links l join integrations i on i.id = l.integration_id
  join workspaces w on w.id = i.workspace_id and w.ended_at is null`;

export function storedIntegrationOf(row: Row): StoredIntegration {
  const { workspaceId, organizationId, workspaceSlug, workspaceName, organizationName, ...rest } = row;
  const { linkId, sealedToken, linkExpiresAt: expiresAt, organizationDomain, issuedBy, ...own } = rest;
  return {
    integration: {
      ...own,
      workspace: {
        id: workspaceId,
        organizationId,
        slug: workspaceSlug,
        name: workspaceName,
        organizationName,
      },
    },
    link: linkId === null ? null : { id: linkId, sealedToken, expiresAt, organizationDomain, issuedBy },
  };
}

declare const lockHeld: unique symbol;

/**
 * An integration that was read under its row lock, which the open transaction holds until it ends: status, link and credentials
 * cannot change meanwhile. Functions that change them take this type; only `lockIntegration` creates it.
 */
export interface LockedIntegration extends StoredIntegration {
  readonly id: string;
  readonly [lockHeld]: true;
}

const byId = { name: 'integration by id', text: `${selectIntegrations} where i.id = $1::uuid` };
export const integrationByWorkspaceAndId = {
  name: 'integration of a workspace by id',
  text: `${selectIntegrations} where i.id = $1::uuid and i.workspace_id = $2::uuid`,
};

/** Undefined also if another workspace has it. */
export async function findIntegration(
  db: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<StoredIntegration | undefined> {
  const [row] = await db.query<Row>(integrationByWorkspaceAndId, [id, workspaceId]);
  return row && storedIntegrationOf(row);
}

/** Checks no access: for the background and for OAuth callbacks. */
export async function findAnyIntegration(db: Queryable, id: string): Promise<StoredIntegration | undefined> {
  const [row] = await db.query<Row>(byId, [id]);
  return row && storedIntegrationOf(row);
}

export const integrationsOfWorkspace = {
  name: 'integrations of a workspace',
  text: `${selectIntegrations} where i.workspace_id = $1::uuid
         and ($2::integration_status is null or i.status = $2) and ($3::text is null or i.provider = $3)
         order by i.created_at, i.id limit ${most.integrationsOfWorkspace}`,
};

/** Oldest first, by one query. */
export async function listIntegrations(
  db: Queryable,
  workspaceId: string,
  { status, provider }: { readonly status?: IntegrationStatus; readonly provider?: string } = {},
): Promise<StoredIntegration[]> {
  const values = [workspaceId, status ?? null, provider ?? null];
  return (await db.query<Row>(integrationsOfWorkspace, values)).map(storedIntegrationOf);
}

interface TurnKey {
  readonly id: string;
  readonly workspace: { readonly id: string };
}

/** Transactions that lock the integration queue by this turn first. */
export const turnOfIntegration = ({ id, workspace }: TurnKey): TurnOf => ({
  of: 'integration',
  // The workspace is part of the key: by the id alone a caller could block an integration of another tenant.
  key: `${workspace.id} ${id}`,
});

/**
 * `no key update`: rows that refer to the integration, such as links, can be inserted meanwhile. The share of the workspace keeps its
 * deletion waiting, which takes its row `for update`: whatever this transaction writes is there when the credentials are destroyed.
 */
const lockBy = (name: string, where: string): RowLock => ({
  of: 'integration',
  name,
  text: `select i.id from integrations i join workspaces w on w.id = i.workspace_id and w.ended_at is null
         where ${where} for no key update of i for key share of w`,
});
const anywhere = lockBy('lock an integration', 'i.id = $1::uuid');
const inWorkspace = lockBy(
  'lock an integration of a workspace',
  'i.id = $1::uuid and i.workspace_id = $2::uuid',
);

/**
 * Takes the row lock of the integration and reads it. Undefined, without a lock, if there is none, or none in the given
 * workspace, or if its workspace was deleted. Without a workspace no access is checked: for the background and the holders of links.
 */
export async function lockIntegration(
  tx: Tx,
  id: string,
  workspaceId?: string,
): Promise<LockedIntegration | undefined> {
  const locked =
    workspaceId === undefined
      ? await lockRow(tx, anywhere, [id])
      : await lockRow(tx, inWorkspace, [id, workspaceId]);
  if (locked === undefined) return undefined;
  // Read by a second statement: the one that took the lock may have seen an earlier version of the row.
  const [row] = await tx.query<Row>(byId, [id]);
  return row && ({ ...storedIntegrationOf(row), id } as LockedIntegration);
}

/** Columns that the API shows and that can change, except the time of the last use: with the type of the parameter, and its value. */
const saved: readonly (readonly [
  column: string,
  type: string,
  value: (integration: Integration) => unknown,
])[] = [
  ['name', 'text', ({ name }) => name],
  ['status', 'integration_status', ({ status }) => status],
  ['status_detail', 'text', ({ statusDetail }) => statusDetail],
  ['status_checked_at', 'timestamptz', ({ statusCheckedAt }) => statusCheckedAt],
  ['last_error', 'text', ({ lastError }) => lastError],
  ['last_error_at', 'timestamptz', ({ lastErrorAt }) => lastErrorAt],
  ['settings', 'jsonb', ({ settings }) => JSON.stringify(settings)],
  ['connected_at', 'timestamptz', ({ connectedAt }) => connectedAt],
  ['connected_account', 'text', ({ connectedAccount }) => connectedAccount],
  ['return_url', 'text', ({ returnUrl }) => returnUrl],
  ['created_by_email', 'text', ({ createdByEmail }) => createdByEmail],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt],
  ['authorization_ends_at', 'timestamptz', ({ authorizationEndsAt }) => authorizationEndsAt],
  ['accounts', 'jsonb', ({ accounts }) => accounts && JSON.stringify(accounts)],
  ['accounts_chosen_at', 'timestamptz', ({ accountsChosenAt }) => accountsChosenAt],
];

const columnNames = saved.map(([column]) => column).join(', ');
/** The parameters of `saved` from `$first` on. */
const parameters = (first: number): string =>
  saved.map(([, type], index) => `$${first + index}::${type}`).join(', ');
const savedValues = (integration: Integration): unknown[] => saved.map(([, , value]) => value(integration));

const inserts = {
  name: 'insert an integration',
  text: `insert into integrations (id, workspace_id, organization_id, provider, access, created_at, last_used_at, ${columnNames})
         values ($1::uuid, $2::uuid, $3::uuid, $4, $5::access_level, $6, $7, ${parameters(8)})`,
};

export async function insertIntegration(tx: Tx, integration: Integration): Promise<void> {
  const { id, workspace, provider, access, createdAt, lastUsedAt } = integration;
  const fixed = [id, workspace.id, workspace.organizationId, provider, access, createdAt, lastUsedAt];
  await tx.query(inserts, [...fixed, ...savedValues(integration)]);
}

const saves = {
  name: 'save an integration',
  text: `update integrations set (${columnNames}) = row(${parameters(2)}),
           check_at = case when $3::integration_status = 'active' then check_at end,
           check_attempts = case when $3::integration_status = 'active' then check_attempts else 0 end
         where id = $1::uuid`,
};

/**
 * Writes every column that the API shows and that can change, except the time of the last use. The schedule of verifications stays while the status is `active`; any other status
 * clears it.
 */
export async function saveIntegration(
  tx: Tx,
  { id }: LockedIntegration,
  integration: Integration,
): Promise<void> {
  await tx.query(saves, [id, ...savedValues(integration)]);
}

const deletes = { name: 'delete an integration', text: 'delete from integrations where id = $1::uuid' };

/** Deletes the integration with its link and credentials. */
export async function deleteIntegration(tx: Tx, { id }: LockedIntegration): Promise<void> {
  await tx.query(deletes, [id]);
}
