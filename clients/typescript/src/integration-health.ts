import type { Schemas } from './operation.ts';

type Integration = Pick<
  Schemas['Integration'],
  'status' | 'lastError' | 'connectedAt' | 'authorizationEndsAt' | 'connectLink'
>;

/**
 * How an integration is doing, the most urgent first: the one scale of pages, mails and the command line, and the order of
 * `listOrganizationIntegrations`.
 *
 * `refused`: the provider no longer accepts the credentials. `rejected`: it never accepted any. `ended`: the authorization has ended.
 * `failing`: the last check had no clear result. `ending`: the authorization ends within a week. `unsent`: nobody can connect it, because
 * there is no valid link. `waiting`: the client has a link. `off`: it is disabled.
 */
export const integrationHealths = [
  'refused',
  'rejected',
  'ended',
  'failing',
  'ending',
  'unsent',
  'waiting',
  'working',
  'off',
] as const;

export type IntegrationHealth = (typeof integrationHealths)[number];

/** What to make of a health at a glance: red, amber, no colour, green, grey. */
export type HealthTone = 'attention' | 'warning' | 'waiting' | 'working' | 'off';

export const healthTones: Readonly<Record<IntegrationHealth, HealthTone>> = {
  refused: 'attention',
  rejected: 'attention',
  ended: 'attention',
  failing: 'warning',
  ending: 'warning',
  unsent: 'waiting',
  waiting: 'waiting',
  working: 'working',
  off: 'off',
};

export const healthWords: Readonly<Record<IntegrationHealth, string>> = {
  refused: 'Stopped working',
  rejected: "Couldn't connect",
  ended: 'Access has ended',
  failing: 'Check failed',
  ending: 'Access ends soon',
  unsent: 'Not connected yet',
  waiting: 'Waiting for client',
  working: 'Working',
  off: 'Switched off',
};

/** Milliseconds before its end in which an authorization ends soon: as `counts.ending` and the mails have it. */
export const endingSoonMs = 7 * 86_400_000;

/** `now`: milliseconds since the epoch. */
export function healthOf(integration: Integration, now: number): IntegrationHealth {
  const { status, connectedAt, lastError, authorizationEndsAt, connectLink } = integration;
  if (status === 'disabled') return 'off';
  if (status === 'error') return connectedAt === null ? 'rejected' : 'refused';
  if (status === 'pending') return connectLink?.expired === false ? 'waiting' : 'unsent';
  const leftMs =
    authorizationEndsAt === null ? Number.POSITIVE_INFINITY : Date.parse(authorizationEndsAt) - now;
  if (leftMs <= 0) return 'ended';
  if (lastError !== null) return 'failing';
  return leftMs <= endingSoonMs ? 'ending' : 'working';
}

/**
 * The accounts that an integration is for: those that the client chose, else the one that the provider named. Empty: none is known.
 */
export const accountNames = ({
  accounts,
  connectedAccount,
}: Pick<Schemas['Integration'], 'accounts' | 'connectedAccount'>): readonly string[] => {
  if (accounts === null) return connectedAccount === null ? [] : [connectedAccount];
  // The provider may have named one that had no name when it was chosen.
  const verified = accounts.length === 1 ? connectedAccount : null;
  return accounts.map(({ id, name }) => name ?? verified ?? id);
};
