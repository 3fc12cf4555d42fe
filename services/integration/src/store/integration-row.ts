import type { Values } from '../connector/credentials.ts';
import type { Integration, IntegrationStatus } from '../domain/integration.ts';

/** The link of an integration that was neither used nor revoked; it may have expired. */
export interface StoredLink {
  /** Of this link: one that replaces it has another id. */
  readonly id: string;
  readonly sealedToken: string;
  readonly expiresAt: Date;
}

/** An integration, and its link if it has one. */
export interface StoredIntegration {
  readonly integration: Integration;
  readonly link: StoredLink | null;
}

export interface Row {
  readonly id: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly organizationName: string;
  readonly provider: string;
  readonly name: string;
  readonly status: IntegrationStatus;
  readonly statusDetail: string | null;
  readonly statusCheckedAt: Date | null;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
  readonly settings: Values;
  readonly connectedAt: Date | null;
  readonly connectedAccount: string | null;
  readonly returnUrl: string | null;
  readonly createdByEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly linkId: string | null;
  readonly sealedToken: string;
  readonly linkExpiresAt: Date;
}

const columns = `i.id, i.workspace_id as "workspaceId", w.organization_id as "organizationId", w.slug as "workspaceSlug",
         w.name as "workspaceName", w.organization_name as "organizationName", i.provider, i.name, i.status,
         i.status_detail as "statusDetail", i.status_checked_at as "statusCheckedAt", i.last_error as "lastError",
         i.last_error_at as "lastErrorAt", i.settings, i.connected_at as "connectedAt",
         i.connected_account as "connectedAccount", i.return_url as "returnUrl", i.created_by_email as "createdByEmail",
         i.created_at as "createdAt", i.updated_at as "updatedAt",
         l.id as "linkId", l.sealed_token as "sealedToken", l.expires_at as "linkExpiresAt"`;

/**
 * Integrations with their workspace and their link: one row each, so that any number of them is one query. `offset 0` keeps
 * Postgres from planning the links of a workspace as a join that reads the links of all workspaces.
 */
export const selectIntegrations = `
  select ${columns} from integrations i join workspaces w on w.id = i.workspace_id
  left join lateral (select * from connect_links where integration_id = i.id offset 0) l on true`;

/** Links with their integration. */
export const selectLinks = `
  select ${columns} from connect_links l join integrations i on i.id = l.integration_id
  join workspaces w on w.id = i.workspace_id`;

export function storedIntegrationOf(row: Row): StoredIntegration {
  const { workspaceId, organizationId, workspaceSlug, workspaceName, organizationName, ...rest } = row;
  const { linkId, sealedToken, linkExpiresAt, ...own } = rest;
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
    link: linkId === null ? null : { id: linkId, sealedToken, expiresAt: linkExpiresAt },
  };
}
