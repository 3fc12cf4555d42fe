import { conflict, type FieldProblem, invalid } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most, withCommas } from '@patchbay/platform/maximums';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { UseAccess } from '../connector/use.ts';
import { accountNamed } from './chosen-accounts.ts';
import type { Integration } from './integration.ts';

/** An API key as a grant shows it. The grant holds for its whole line: what it was rotated from and to. */
export interface GrantedKey {
  readonly id: string;
  readonly lineId: string;
  readonly name: string;
  readonly prefix: string;
}

/** A person's decision which key may use an integration, for what, until when. */
export interface Grant {
  readonly id: string;
  readonly integrationId: string;
  readonly key: GrantedKey;
  readonly access: UseAccess;
  /** Null: every account of the connection. */
  readonly accounts: readonly string[] | null;
  readonly createdByEmail: string;
  readonly createdAt: Date;
  /** Null: never. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export type GrantStatus = 'active' | 'expired' | 'revoked';

export function statusOf({ revokedAt, expiresAt }: Grant, now: Date): GrantStatus {
  const hasExpired = expiresAt !== null && expiresAt <= now;
  if (revokedAt === null) return hasExpired ? 'expired' : 'active';
  return hasExpired && expiresAt <= revokedAt ? 'expired' : 'revoked';
}

const maxDays = 365;
const dayMs = 86_400_000;

/** `days` null: never; undefined: the default. */
export function expiryOf(days: number | null | undefined, now: Date): Date | null {
  if (days === null) return null;
  const count = days ?? lifetimes.grantDays;
  if (!Number.isInteger(count) || count < 1 || count > maxDays)
    throw invalid({ path: 'expiresInDays', message: `must be a whole number from 1 to ${maxDays}, or null` });
  return new Date(now.getTime() + count * dayMs);
}

const maxAccounts = 100;
const maxAccountLength = 200;

/**
 * The accounts of a new grant. `asked` undefined: the account that the settings name, by the names in `accountSettings`, the
 * narrowest first.
 */
export function accountsOf(
  asked: readonly string[] | null | undefined,
  { settings }: Pick<Integration, 'settings'>,
  accountSettings: readonly string[],
): readonly string[] | null {
  if (asked === null) return null;
  const problem = (message: string): FieldProblem => ({ path: 'accounts', message });
  if (asked !== undefined) {
    const ids = [...new Set(asked)];
    if (ids.length < 1 || ids.length > maxAccounts)
      throw invalid(
        problem(`must have 1 to ${maxAccounts} ids, or be null for every account of the connection`),
      );
    if (ids.some((id) => id === '' || id.length > maxAccountLength))
      throw invalid(problem(`must have ids of 1 to ${maxAccountLength} characters`));
    return ids;
  }
  const named = accountNamed(settings, accountSettings);
  if (named === undefined)
    throw invalid(
      problem(
        'is required, because the settings name no account; null means every account of the connection',
      ),
    );
  return [named];
}

export function demandWithinAccess(access: UseAccess, integrationAccess: UseAccess): void {
  if (access === 'manage' && integrationAccess === 'read')
    throw conflict('The `access` of this integration is `read`: a grant cannot have `manage`.');
}

export const alreadyGranted = () =>
  conflict('The key already has a grant for this integration. Revoke it first.');

export function refuseWhenFull(liveGrants: number): void {
  if (liveGrants >= most.grantsOfIntegration)
    throw conflict(
      `This integration has ${withCommas(most.grantsOfIntegration)} live grants, the maximum. Revoke one to create another.`,
    );
}

/** What a new connection, or the choice of its accounts, has changed. */
export interface AccountsChange {
  /** Whether other accounts are chosen than before. */
  readonly isOtherChoice: boolean;
  /** Whether the connection has the account now. */
  readonly hasAccount: (id: string) => boolean;
}

/** Whether a grant was for something else: for every account, which are others now, or for one that the connection no longer has. */
export const endsWith = (
  { accounts }: Pick<Grant, 'accounts'>,
  { isOtherChoice, hasAccount }: AccountsChange,
): boolean => (accounts === null ? isOtherChoice : !accounts.every(hasAccount));

/** Why a grant ended that no person revoked. */
export type EndReason = 'key_ended' | 'accounts_changed';

const grantEvent = (
  action: 'grant.created' | 'grant.revoked',
  { workspace, id: integrationId, name, provider }: Integration,
  { id, key, access, accounts, expiresAt }: Grant,
  reason?: EndReason,
): DomainEvent => ({
  action,
  about: { organizationId: workspace.organizationId },
  workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
  target: { type: 'grant', id, name: `${key.name} for ${name}` },
  metadata: {
    provider,
    integrationId,
    apiKeyId: key.id,
    apiKeyPrefix: key.prefix,
    access,
    accounts,
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(reason && { reason }),
  },
});

export const grantCreated = (integration: Integration, grant: Grant): DomainEvent =>
  grantEvent('grant.created', integration, grant);
/** `reason`: undefined where a person revoked it. */
export const grantRevoked = (integration: Integration, grant: Grant, reason?: EndReason): DomainEvent =>
  grantEvent('grant.revoked', integration, grant, reason);
