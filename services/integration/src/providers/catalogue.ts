import { Failure } from '@patchbay/errors/failure';
import { type ConnectorOf, clientIn, type Installations } from '../connector/connectors.ts';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import type { Api, UseAccess } from '../connector/use.ts';
import { withDefaults } from '../domain/fields.ts';
import type { Integration } from '../domain/integration.ts';

/** A provider, and whether this installation can connect it. */
export interface CatalogueEntry {
  readonly provider: Provider;
  /** False if the provider needs an OAuth client that this installation does not have. */
  readonly configured: boolean;
}

export interface Catalogue {
  list(): readonly CatalogueEntry[];
  /** Every provider value, in the order of the list. */
  readonly values: readonly string[];
  find(provider: string): CatalogueEntry | undefined;
}

export function createCatalogue(providers: readonly Provider[], installations: Installations): Catalogue {
  const entries = providers.map((provider) => ({
    provider,
    configured: provider.authMethod !== 'oauth' || clientIn(installations[provider.provider]) !== undefined,
  }));
  const byValue = new Map(entries.map((entry) => [entry.provider.provider, entry]));
  return { list: () => entries, values: [...byValue.keys()], find: (provider) => byValue.get(provider) };
}

/** An integration has a provider that this version does not know: a newer or an older version stored it. */
export class UnknownProvider extends Failure {
  constructor(provider: string) {
    super('conflict', `This version of the platform does not know the provider ${provider}.`);
  }
}

/** The provider of a stored integration. Throws `UnknownProvider` if it is not in the list. */
export function providerOf(catalogue: Catalogue, { provider }: Pick<Integration, 'provider'>): Provider {
  const entry = catalogue.find(provider);
  if (entry === undefined) throw new UnknownProvider(provider);
  return entry.provider;
}

/** The settings of an integration with defaults, as connectors take them. */
export const settingsFor = (
  catalogue: Catalogue,
  integration: Pick<Integration, 'provider' | 'settings'>,
): Values => withDefaults(providerOf(catalogue, integration).settingsFields, integration.settings);

/** The address of an api where neither settings nor the installation choose another one. */
export const defaultBaseUrl = (
  { settingsFields }: Pick<Provider, 'settingsFields'>,
  { baseUrl }: Api,
): string => (typeof baseUrl === 'string' ? baseUrl : baseUrl(withDefaults(settingsFields, {}), {}));

/**
 * What an integration may be used for. One from before has what its scopes allow: most were asked for the scopes of reading, and a
 * provider without such a scope allows changes as well.
 */
export function accessFor(
  catalogue: Catalogue,
  integration: Pick<Integration, 'provider' | 'access'>,
): UseAccess {
  if (integration.access !== null) return integration.access;
  const { access, hasReadScope, managedBefore } = providerOf(catalogue, integration).use;
  return access.length === 2 && (!hasReadScope || managedBefore) ? 'manage' : 'read';
}

/** The providers that can revoke credentials. */
export const revocableProviders = ({
  catalogue,
  connectorOf,
}: {
  readonly catalogue: Catalogue;
  readonly connectorOf: ConnectorOf;
}): string[] => catalogue.values.filter((provider) => connectorOf(provider).revoke !== undefined);
