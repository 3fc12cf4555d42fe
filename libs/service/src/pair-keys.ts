import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { type PairKeys, parsePairKeys } from '@patchbay/tokens/pair-keys';

/** Reads the keys of pairs, of which one with each named service must be there. */
export const pairKeysWith =
  (names: readonly ServiceName[]) =>
  (text: string): PairKeys => {
    const keys = parsePairKeys(text);
    const missing = names.filter((name) => !keys.has(name));
    if (missing.length > 0) throw internal(`must hold a key for ${missing.join(', ')}`);
    return keys;
  };

/** Texts: a key has only one (`parsePairKeys`). */
const keysIn = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((entry) => entry.trim().split(':').slice(1));

/**
 * Problems between the variables of a service that calls and is called. With the same key in both, the services that it calls could
 * forge the calls that it accepts.
 */
export function pairKeyProblems({
  CALLING_KEYS: calling,
  CALLER_KEYS: callers,
}: Readonly<Record<string, string | undefined>>): string[] {
  const accepted = new Set(keysIn(callers));
  if (!keysIn(calling).some((key) => accepted.has(key))) return [];
  return ['CALLING_KEYS must hold no key that is in CALLER_KEYS'];
}
