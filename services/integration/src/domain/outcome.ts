import type { Change, DomainEvent } from '@patchbay/trail/domain-event';
import { chosenIds, listed, sameChoice, shownAccount } from './chosen-accounts.ts';
import {
  type ChosenAccounts,
  type Integration,
  type IntegrationStatus,
  integrationEvent,
} from './integration.ts';

/** The outcome of a connect attempt or a verification. The texts are for people. */
export type Outcome =
  | { readonly kind: 'success'; readonly account: string | null }
  | { readonly kind: 'permanent'; readonly detail: string }
  | { readonly kind: 'transient'; readonly error: string }
  /** A fault of our client or our configuration, for the operator to fix. */
  | { readonly kind: 'ours'; readonly error: string }
  /** The person declined at the provider. */
  | { readonly kind: 'declined' };

/** `connect`: by form or consent. `verify`: stored credentials. `enable`: stored credentials, in order to enable. */
export type Attempt = 'connect' | 'verify' | 'enable';

export interface Settled {
  readonly integration: Integration;
  readonly events: readonly DomainEvent[];
}

/** The status after an attempt. A failure that is `transient` or `ours` never changes it. */
function statusAfter(status: IntegrationStatus, attempt: Attempt, kind: Outcome['kind']): IntegrationStatus {
  if (kind !== 'success' && kind !== 'permanent') return status;
  // Verifying keeps the status `disabled`; connecting and enabling change it.
  if (attempt === 'verify' && status === 'disabled') return status;
  return kind === 'success' ? 'active' : 'error';
}

function recorded(integration: Integration, attempt: Attempt, outcome: Outcome, now: Date): Integration {
  switch (outcome.kind) {
    case 'success':
      return {
        ...integration,
        statusDetail: null,
        statusCheckedAt: now,
        lastError: null,
        lastErrorAt: null,
        connectedAccount: outcome.account,
        ...(attempt === 'connect' && { connectedAt: now }),
      };
    case 'permanent':
      return { ...integration, statusDetail: outcome.detail, statusCheckedAt: now };
    case 'declined':
      return integration;
    default:
      return { ...integration, lastError: outcome.error, lastErrorAt: now };
  }
}

function eventsOf(
  before: Integration,
  after: Integration,
  attempt: Attempt,
  outcome: Outcome,
): DomainEvent[] {
  const changes: Change[] =
    before.status === after.status ? [] : [{ field: 'status', before: before.status, after: after.status }];
  if (attempt === 'connect') {
    if (outcome.kind !== 'success')
      return [integrationEvent('integration.connect_failed', after, changes, { kind: outcome.kind })];
    const { connectedAccount } = after;
    if (!sameChoice(chosenIds(before), chosenIds(after)))
      changes.push({ field: 'accounts', before: listed(before.accounts), after: listed(after.accounts) });
    return [integrationEvent('integration.connected', after, changes, { connectedAccount })];
  }
  if (changes.length === 0) return [];
  return attempt === 'verify'
    ? [integrationEvent('integration.status_changed', after, changes)]
    : [integrationEvent('integration.enabled', after, changes, { status: after.status })];
}

/** Everything that counts as a change, so not the time of the last verification. */
const visible = ({ status, statusDetail, lastErrorAt, connectedAt, connectedAccount }: Integration): string =>
  JSON.stringify([status, statusDetail, lastErrorAt, connectedAt, connectedAccount]);

/**
 * The state machine of an integration: applies the outcome of an attempt. `accounts`: the choice after a new connection, whose client can
 * choose again; default: that before it.
 */
export function settle(
  integration: Integration,
  attempt: Attempt,
  outcome: Outcome,
  now: Date,
  accounts: ChosenAccounts = integration.accounts,
): Settled {
  const status = statusAfter(integration.status, attempt, outcome.kind);
  const isConnected = attempt === 'connect' && outcome.kind === 'success';
  const settled = {
    ...recorded(integration, attempt, outcome, now),
    status,
    ...(isConnected && { accounts, accountsChosenAt: null }),
  };
  const changed = visible(settled) === visible(integration) ? settled : { ...settled, updatedAt: now };
  return { integration: changed, events: eventsOf(integration, changed, attempt, outcome) };
}

/** The outcome with the account to show: where the client chose several, the one that the provider names first may not be among them. */
export const showingChosen = (
  outcome: Outcome,
  integration: Pick<Integration, 'accounts' | 'settings'>,
  accountSettings: readonly string[],
): Outcome =>
  outcome.kind === 'success'
    ? { ...outcome, account: shownAccount(integration, accountSettings, outcome.account) }
    : outcome;

/** The event of a failed connect attempt that does not change the integration. */
export const connectFailedOnly = (integration: Integration, kind: Outcome['kind']): DomainEvent =>
  integrationEvent('integration.connect_failed', integration, [], { kind });

/**
 * Makes an integration in `error` active again: its refused token had been replaced, and the new one is saved now. A verification
 * must follow.
 */
export function restore(integration: Integration, now: Date): Settled {
  const restored: Integration = { ...integration, status: 'active', statusDetail: null, updatedAt: now };
  const changes = [{ field: 'status', before: integration.status, after: 'active' }];
  return {
    integration: restored,
    events: [integrationEvent('integration.status_changed', restored, changes)],
  };
}

/** Enables an integration that was never connected, so there is nothing to verify. */
export function enableUnconnected(integration: Integration, now: Date): Settled {
  const enabled: Integration = { ...integration, status: 'pending', updatedAt: now };
  const changes = [{ field: 'status', before: integration.status, after: 'pending' }];
  return {
    integration: enabled,
    events: [integrationEvent('integration.enabled', enabled, changes, { status: 'pending' })],
  };
}
