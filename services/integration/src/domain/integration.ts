import { conflict } from '@patchbay/errors/failure';
import { most, withCommas } from '@patchbay/platform/maximums';
import { resourceName } from '@patchbay/text/rules';
import { readText } from '@patchbay/text/text-rule';
import type { Change, DomainEvent } from '@patchbay/trail/domain-event';
import type { Values } from '../connector/credentials.ts';
import type { UseAccess } from '../connector/use.ts';

export const statuses = ['pending', 'active', 'error', 'disabled'] as const;
export type IntegrationStatus = (typeof statuses)[number];

/** The workspace of an integration, with the names that events and connect pages show. */
export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly organizationName: string;
}

/** An account that the client chose. */
export interface ChosenAccount {
  readonly id: string;
  /** Null: the provider tells none, or there is no room for it. */
  readonly name: string | null;
}

/** What the client chose; null: every account, now and later. */
export type ChosenAccounts = readonly ChosenAccount[] | null;

export interface Integration {
  readonly id: string;
  readonly workspace: Workspace;
  readonly provider: string;
  readonly name: string;
  readonly status: IntegrationStatus;
  /** The reason of the last permanent failure; null after a verification without one. */
  readonly statusDetail: string | null;
  readonly statusCheckedAt: Date | null;
  /** The last transient failure or fault of this installation; null after a success. */
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
  readonly settings: Values;
  readonly connectedAt: Date | null;
  readonly connectedAccount: string | null;
  readonly returnUrl: string | null;
  readonly createdByEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** What the client is asked for; null for one from before, which has what its scopes allow. */
  readonly access: UseAccess | null;
  /** When the client has to connect again; null: not known, or it renews itself. */
  readonly authorizationEndsAt: Date | null;
  /** May be a minute late. */
  readonly lastUsedAt: Date | null;
  /** The accounts that the client chose, which bind everybody; null: every account of the connection, or nobody has chosen. */
  readonly accounts: ChosenAccounts;
  /** When the client of the present connection chose; null: not yet. */
  readonly accountsChosenAt: Date | null;
}

/** The changed integration. There are no events if the trail records no change. */
export interface IntegrationChange {
  readonly integration: Integration;
  readonly events: readonly DomainEvent[];
}

/** Settings are in `changes` unredacted: no setting is a secret. `metadata.status` is the status that the integration got, if it is another one. */
export function integrationEvent(
  action: Extract<DomainEvent['action'], `integration.${string}`>,
  { id, name, provider, workspace }: Pick<Integration, 'id' | 'name' | 'provider' | 'workspace'>,
  changes: readonly Change[] = [],
  metadata: NonNullable<DomainEvent['metadata']> = {},
): DomainEvent {
  const status = changes.find(({ field }) => field === 'status')?.after;
  return {
    action,
    about: { organizationId: workspace.organizationId },
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    target: { type: 'integration', id, name },
    changes,
    metadata: { provider, ...(status !== undefined && { status }), ...metadata },
  };
}

type Asked = Pick<
  Integration,
  'id' | 'workspace' | 'provider' | 'name' | 'settings' | 'returnUrl' | 'createdByEmail' | 'access'
>;

export function newIntegration(asked: Asked, now: Date): IntegrationChange {
  const integration: Integration = {
    ...asked,
    status: 'pending',
    statusDetail: null,
    statusCheckedAt: null,
    lastError: null,
    lastErrorAt: null,
    connectedAt: null,
    connectedAccount: null,
    createdAt: now,
    updatedAt: now,
    authorizationEndsAt: null,
    lastUsedAt: null,
    accounts: null,
    accountsChosenAt: null,
  };
  const { name, provider, settings, returnUrl, access } = integration;
  const changes = [
    { field: 'name', before: null, after: name },
    { field: 'provider', before: null, after: provider },
    { field: 'settings', before: null, after: settings },
    { field: 'returnUrl', before: null, after: returnUrl },
    { field: 'access', before: null, after: access },
  ];
  return { integration, events: [integrationEvent('integration.created', integration, changes)] };
}

export const integrationDeleted = (integration: Integration): DomainEvent =>
  integrationEvent('integration.deleted', integration);

/** Disabling twice changes nothing. Credentials and connect link stay. */
export function disable(integration: Integration, now: Date): IntegrationChange {
  if (integration.status === 'disabled') return { integration, events: [] };
  const changes = [{ field: 'status', before: integration.status, after: 'disabled' }];
  const disabled: Integration = { ...integration, status: 'disabled', updatedAt: now };
  return { integration: disabled, events: [integrationEvent('integration.disabled', disabled, changes)] };
}

export const neverConnected = () =>
  conflict('This integration was never connected, so there is nothing to check.');
export const disabledRefusesLink = () =>
  conflict('This connection is turned off. Ask whoever sent you the link to turn it on again.');
export const notConfigured = (providerName: string) =>
  conflict(
    `${providerName} isn't fully set up on our side. This one is on us, not you: the team that runs Patchbay has to finish it.`,
  );

/** Throws `conflict` if a workspace with this many integrations cannot have another. */
export function refuseWhenFull(count: number): void {
  if (count >= most.integrationsOfWorkspace)
    throw conflict(
      `This workspace has ${withCommas(most.integrationsOfWorkspace)} integrations, the maximum. Delete one to create another.`,
    );
}

export const nameOf = (text: string): string => readText(resourceName, 'name', text);

/** The fields that a member can change. An undefined field is not changed. */
export interface Update {
  readonly name: string | undefined;
  readonly settings: Values | undefined;
  readonly returnUrl: string | null | undefined;
}

/** Compares without regard to the order of names: jsonb has its own order. */
export const sameValues = (a: Values, b: Values): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => Object.hasOwn(b, name) && b[name] === value);

/**
 * Replaces all settings. Without a change the integration is returned as it is, with no events. `connectedAccount`: the name to show after
 * it; default: the one before.
 */
export function update(
  integration: Integration,
  asked: Update,
  now: Date,
  connectedAccount: string | null = integration.connectedAccount,
): IntegrationChange {
  const {
    name = integration.name,
    settings = integration.settings,
    returnUrl = integration.returnUrl,
  } = asked;
  const changes: Change[] = [];
  if (name !== integration.name) changes.push({ field: 'name', before: integration.name, after: name });
  if (!sameValues(settings, integration.settings))
    changes.push({ field: 'settings', before: integration.settings, after: settings });
  if (returnUrl !== integration.returnUrl)
    changes.push({ field: 'returnUrl', before: integration.returnUrl, after: returnUrl });
  if (changes.length === 0) return { integration, events: [] };
  const updated: Integration = {
    ...integration,
    name,
    settings,
    returnUrl,
    connectedAccount,
    updatedAt: now,
  };
  return { integration: updated, events: [integrationEvent('integration.updated', updated, changes)] };
}
