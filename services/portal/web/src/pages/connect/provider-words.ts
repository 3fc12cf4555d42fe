import type { Schemas } from '../../api/answer.ts';
import type { Words } from '../../words/en.ts';

/** The words about what a person grants with a provider's connection. */
export interface ProviderWords {
  /** Whose page the person consents on, and its host. Undefined: none, or unknown. */
  readonly login?: string;
  readonly host?: string;
  readonly read: readonly string[];
  /** Possible besides `read`. Undefined: the provider cannot be asked for it. */
  readonly manage?: readonly string[];
  /** With either access. */
  readonly impossible: readonly string[];
  /** What is impossible besides with `read`, and who sees to it: the provider, or Patchbay where no permission only reads. */
  readonly onlyReads: string;
}

/** A provider that has no words yet gets general ones. */
export function providerWords(providers: Words['providers'], provider: string): ProviderWords {
  const known: Readonly<Record<string, ProviderWords>> = providers;
  return (Object.hasOwn(known, provider) ? known[provider] : undefined) ?? providers.other;
}

/** What an integration with this access makes possible, and what it does not. */
export const grantedWith = (
  { read, manage = [], impossible, onlyReads }: ProviderWords,
  access: Schemas['ConnectPage']['access'],
): { readonly possible: readonly string[]; readonly impossible: readonly string[] } =>
  access === 'manage'
    ? { possible: [...read, ...manage], impossible }
    : { possible: read, impossible: [...impossible, onlyReads] };
