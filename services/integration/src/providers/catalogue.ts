import { clientIn } from '../connector/create-connector.ts';
import type { Installations } from '../connector/installation.ts';
import type { Provider } from '../connector/provider.ts';

/** A provider, and whether this installation can connect it. */
export interface CatalogueEntry {
  readonly provider: Provider;
  /** False where the provider needs an OAuth client that this installation does not have. */
  readonly configured: boolean;
}

export interface Catalogue {
  list(): readonly CatalogueEntry[];
  /** Every provider value, in the same order. */
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
