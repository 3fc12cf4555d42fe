import type { ProviderDescriptor } from './descriptor.ts';
import type { Installations } from './installation.ts';

/** A provider as callers see it. */
export interface CatalogueEntry extends ProviderDescriptor {
  /** False: an OAuth provider whose client this installation does not have. */
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
