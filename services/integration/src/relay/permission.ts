import type { Principal } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import { demand, inWorkspace } from '@patchbay/access/rules';
import { conflict } from '@patchbay/errors/failure';
import type { UseAccess } from '../connector/use.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { RelayedIntegration } from '../store/relayed-integration.ts';
import { forbidden } from './rules.ts';

/** What a caller may do with an integration. */
export interface Permission {
  readonly access: UseAccess;
  /** Null: every account of the connection. */
  readonly accounts: readonly string[] | null;
  /** Null for a session. */
  readonly grantId: string | null;
}

const lower = (one: UseAccess, other: UseAccess): UseAccess => (one === 'manage' ? other : 'read');

/**
 * A key needs a live grant, and a role in the workspace with which one can be made. A session needs none: members read, admins do what
 * the integration is for.
 */
export function permissionOf(
  caller: Principal,
  role: Role,
  { grant }: Pick<RelayedIntegration, 'grant'>,
  integrationAccess: UseAccess,
): Permission {
  demand({ workspace: { role } }, inWorkspace.useIntegrations);
  if (caller.type === 'user')
    return { access: role === 'admin' ? integrationAccess : 'read', accounts: null, grantId: null };
  if (grant === null)
    throw forbidden(
      'The key has no live grant for this integration: an admin of the workspace can create one.',
    );
  return { access: lower(integrationAccess, grant.access), accounts: grant.accounts, grantId: grant.id };
}

/** The integration, if it can be used now. */
export function demandActive(
  integration: RelayedIntegration,
): RelayedIntegration & { readonly stored: StoredCredentials } {
  const { status, statusDetail, stored } = integration;
  if (status === 'active' && stored !== null) return { ...integration, stored };
  throw conflict(
    statusDetail ?? `The integration is ${status}: it has to be connected and active to be used.`,
  );
}
