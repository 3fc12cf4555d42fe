import type { Words } from '../../words/en.ts';

/** The words about what a person grants with a provider's connection. */
export interface ProviderWords {
  /** The host of the consent page. Undefined: none, or unknown. */
  readonly host?: string;
  readonly possible: readonly string[];
  readonly impossible: readonly string[];
}

/** A provider that has no words yet gets general ones. */
export function providerWords(providers: Words['providers'], provider: string): ProviderWords {
  const known: Readonly<Record<string, ProviderWords>> = providers;
  return (Object.hasOwn(known, provider) ? known[provider] : undefined) ?? providers.other;
}
