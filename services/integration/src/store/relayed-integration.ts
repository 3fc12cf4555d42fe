import type { Queryable } from '@patchbay/database/query';
import { inactiveFailure, isInactive } from '@patchbay/events/inactive-organizations';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Values } from '../connector/credentials.ts';
import type { UseAccess } from '../connector/use.ts';
import { chosenIds } from '../domain/chosen-accounts.ts';
import { type ChosenAccounts, type IntegrationStatus } from '../domain/integration.ts';
import type { StoredCredentials } from './credentials.ts';
import { openSecrets, type SealedSecrets } from './sealed-secrets.ts';

/** A live grant of a key. */
export interface LiveGrant {
  readonly id: string;
  readonly access: UseAccess;
  /** Null: every account of the connection. */
  readonly accounts: readonly string[] | null;
}

/** What a relayed request needs to know. */
export interface RelayedIntegration {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly status: IntegrationStatus;
  readonly statusDetail: string | null;
  readonly settings: Values;
  readonly access: UseAccess | null;
  /** Null where it was never connected. */
  readonly stored: StoredCredentials | null;
  /** Null for a session, and where the key has none. */
  readonly grant: LiveGrant | null;
  /** Ids of the accounts that the client chose; null: every account of the connection. */
  readonly chosen: readonly string[] | null;
  /** Whether the credentials were found to work a moment ago, after a 401: another one is about what was asked. */
  readonly isWorking: boolean;
}

interface Row extends Omit<RelayedIntegration, 'stored' | 'grant' | 'chosen'> {
  readonly inactive: boolean;
  readonly suspended: boolean;
  readonly sealed: SealedSecrets | null;
  readonly version: number;
  readonly expiresAt: Date | null;
  readonly renewAt: Date | null;
  readonly endsAt: Date | null;
  readonly grantId: string | null;
  readonly grantAccess: UseAccess;
  readonly accounts: readonly string[];
  readonly everyAccount: boolean;
  readonly chosenAccounts: ChosenAccounts;
}

const find = {
  name: 'integration to relay to',
  text: `select i.id, i.name, i.provider, i.status, i.status_detail as "statusDetail", i.settings, i.access,
           i.accounts as "chosenAccounts",
           c.sealed, c.version, c.expires_at as "expiresAt", c.renew_at as "renewAt", c.ends_at as "endsAt",
           coalesce(c.works_until > $4, false) as "isWorking",
           g.id as "grantId", g.access as "grantAccess", g.accounts, g.every_account as "everyAccount",
           coalesce(p.closed or p.suspended or p.deleted, false) as inactive, coalesce(p.suspended, false) as suspended
         from integrations i
         join workspaces w on w.id = i.workspace_id and w.ended_at is null
         left join paused_organizations p on p.organization_id = w.organization_id
         left join credentials c on c.integration_id = i.id
         left join grants g on g.integration_id = i.id and g.key_line_id = $3::uuid and g.revoked_at is null
           and (g.expires_at is null or g.expires_at > $4)
         where i.id = $1::uuid and i.workspace_id = $2::uuid`,
};

interface Place {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly id: string;
  /** Null for a session. */
  readonly keyLineId: string | null;
}

/**
 * Integration, credentials and grant as they are now, by one query. Undefined also if another workspace has it, or if the workspace was
 * deleted. Throws if the organization is closed or suspended: the caller token may be a minute old.
 */
export async function findRelayed(
  db: Queryable,
  sealer: Sealer,
  { organizationId, workspaceId, id, keyLineId }: Place,
): Promise<RelayedIntegration | undefined> {
  const [row] = await db.query<Row & Record<string, unknown>>(find, [id, workspaceId, keyLineId, db.now()]);
  if (row === undefined) return undefined;
  if (row.inactive) throw inactiveFailure(row);
  const {
    inactive: _inactive,
    suspended: _suspended,
    sealed,
    version,
    expiresAt,
    renewAt,
    endsAt,
    grantId,
    grantAccess,
    accounts,
    everyAccount,
    chosenAccounts,
    ...own
  } = row;
  const owner = { id, workspace: { id: workspaceId, organizationId } };
  return {
    ...own,
    chosen: chosenIds({ accounts: chosenAccounts }),
    stored: sealed && {
      version,
      credentials: { expiresAt, renewAt, endsAt, secrets: openSecrets(sealer, owner, sealed) },
    },
    grant:
      grantId === null
        ? null
        : { id: grantId, access: grantAccess, accounts: everyAccount ? null : accounts },
  };
}

/** A relayed request that runs. */
export interface RunningRequest {
  readonly integrationId: string;
  /** Null for a session. */
  readonly grantId: string | null;
  /** The accounts that it names; null: it could be about any. */
  readonly accounts: readonly string[] | null;
}

const goOn = {
  name: 'requests that may go on',
  text: `select running.position::integer - 1 as index
         from jsonb_array_elements($1::jsonb) with ordinality as running (request, position)
         join integrations i on i.id = (running.request ->> 'integrationId')::uuid and i.status = 'active'
           and (i.accounts is null or running.request -> 'accounts' <@ jsonb_path_query_array(i.accounts, '$[*].id'))
         join workspaces w on w.id = i.workspace_id and w.ended_at is null and not ${isInactive('w.organization_id')}
         left join grants g on g.id = (running.request ->> 'grantId')::uuid and g.revoked_at is null
           and (g.expires_at is null or g.expires_at > $2)
         where running.request ->> 'grantId' is null or g.id is not null limit 10000`,
};

/**
 * Indexes of those whose integration is active, whose organization is open, whose accounts the client has chosen, and whose grant, if they
 * have one, is live.
 */
export async function mayGoOn(
  db: Queryable,
  running: readonly RunningRequest[],
): Promise<ReadonlySet<number>> {
  const values = [JSON.stringify(running), db.now()];
  return new Set((await db.query<{ index: number }>(goOn, values)).map(({ index }) => index));
}
