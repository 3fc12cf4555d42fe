import type { ProviderDescriptor } from './descriptor.ts';
import type { Installations } from './installation.ts';

/** A provider as the API lists it. */
export interface CatalogueEntry extends ProviderDescriptor {
  /** False where the provider needs an OAuth client that this installation does not have. */
  readonly configured: boolean;
}

export interface Catalogue {
  list(): readonly CatalogueEntry[];
  find(provider: string): CatalogueEntry | undefined;
}

export function createCatalogue(
  providers: readonly ProviderDescriptor[],
  installations: Installations,
): Catalogue {
  const entries = providers.map((descriptor) => {
    const { clientId, clientSecret } = installations[descriptor.provider] ?? {};
    const hasClient = clientId !== undefined && clientSecret !== undefined;
    return { ...descriptor, configured: descriptor.authMethod !== 'oauth' || hasClient };
  });
  const byValue = new Map(entries.map((entry) => [entry.provider, entry]));
  return { list: () => entries, find: (provider) => byValue.get(provider) };
}
