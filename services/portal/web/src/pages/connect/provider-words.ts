import type { Schemas } from '../../api/answer.ts';
import type { Words } from '../../words/en.ts';

/** The texts about what a connection to a provider makes possible. */
interface ProviderWords {
  /** The owner of the consent page, and its host. Undefined: there is none, or it is unknown. */
  readonly login?: string;
  readonly host?: string;
  readonly read: readonly string[];
  /** Also possible with `manage`. Undefined: the provider offers only `read`. */
  readonly manage?: readonly string[];
  /** With either access. */
  readonly impossible: readonly string[];
  /** Also impossible with `read`, and who enforces it: the provider, or Patchbay if the provider has no permission that only reads. */
  readonly onlyReads: string;
}

/** The texts of a provider. General texts if it has none of its own. */
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
