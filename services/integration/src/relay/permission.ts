import type { Principal } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import { demand, inWorkspace } from '@patchbay/access/rules';
import { conflict, toFailure } from '@patchbay/errors/failure';
import { most } from '@patchbay/platform/maximums';
import type { Values } from '../connector/credentials.ts';
import type { Api, UseAccess } from '../connector/use.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { RelayedIntegration } from '../store/relayed-integration.ts';
import { demandAccount, forbidden, type Judgement, otherAccount } from './rules.ts';

/** What a caller may do with an integration. */
export interface Permission {
  readonly access: UseAccess;
  /** Null: every account of the connection. */
  readonly accounts: readonly string[] | null;
  /** Those that the client chose, which bind sessions too; null: every account. */
  readonly chosen: readonly string[] | null;
  /** Null for a session. */
  readonly grantId: string | null;
}

const lower = (one: UseAccess, other: UseAccess): UseAccess => (one === 'manage' ? other : 'read');

/** The accounts of a grant that the client chose, too. */
function withinChoice(
  granted: readonly string[] | null,
  chosen: readonly string[] | null,
): readonly string[] | null {
  if (granted === null || chosen === null) return granted ?? chosen;
  const allowed = new Set(chosen);
  return granted.filter((id) => allowed.has(id));
}

/**
 * A key needs a live grant, and a role in the workspace with which one can be made. A session needs none: members read, admins do what
 * the integration is for.
 */
export function permissionOf(
  caller: Principal,
  role: Role,
  { grant, chosen }: Pick<RelayedIntegration, 'grant' | 'chosen'>,
  integrationAccess: UseAccess,
): Permission {
  demand({ workspace: { role } }, inWorkspace.useIntegrations);
  if (caller.type === 'user')
    return {
      access: role === 'admin' ? integrationAccess : 'read',
      accounts: chosen,
      chosen,
      grantId: null,
    };
  if (grant === null)
    throw forbidden(
      'The key has no live grant for this integration: an admin of the workspace can create one.',
    );
  return {
    access: lower(integrationAccess, grant.access),
    accounts: withinChoice(grant.accounts, chosen),
    chosen,
    grantId: grant.id,
  };
}

/**
 * Where requests name no account, refuses settings that name none which is allowed: members may change settings, and the account of some
 * connections with them.
 */
export function demandOwnAccount(
  { account }: Pick<Api, 'account'>,
  settings: Values,
  { accounts }: Permission,
): void {
  if (typeof account !== 'function' || accounts === null) return;
  const own = account(settings);
  if (own === undefined)
    throw forbidden(
      'The settings name no account: the request needs a grant for every account of the connection.',
    );
  if (!accounts.includes(own))
    throw forbidden(`The grant does not include the account ${own.slice(0, 100)}, which the settings name.`);
}

/** Refuses what the client has not chosen, in words of its own: no grant could allow it. */
export function demandChoice(judgement: Judgement, { chosen }: Permission): void {
  if (chosen === null) return;
  try {
    demandAccount(judgement, chosen);
  } catch (error) {
    if (toFailure(error).code !== 'forbidden') throw error;
    const other = otherAccount(judgement, chosen);
    throw forbidden(
      other === undefined
        ? 'The client chose which accounts may be used, and the request does not name its account so that Patchbay can tell.'
        : `The client chose which accounts may be used, and ${other.text} is not one of them.`,
    );
  }
}

/** The accounts that a request names; null where it could be about any, or names more than a client can choose. */
export const namedAccounts = ({
  accounts,
  isPinned,
  isFree,
  isUnreadable,
}: Judgement): readonly string[] | null =>
  (isPinned || isFree) && !isUnreadable && accounts.length <= most.chosenAccounts ? accounts : null;

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
