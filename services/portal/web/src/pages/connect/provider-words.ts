import type { Words } from '../../words/en.ts';

/** What a person grants to a provider's connection, in words. */
export interface ProviderWords {
  /** Host of the consent page; undefined where there is none, or none is known. */
  readonly host?: string;
  readonly possible: readonly string[];
  readonly impossible: readonly string[];
}

/** A provider that is newer than the words has general ones. */
export function providerWords(providers: Words['providers'], provider: string): ProviderWords {
  const known: Readonly<Record<string, ProviderWords>> = providers;
  return (Object.hasOwn(known, provider) ? known[provider] : undefined) ?? providers.other;
}
