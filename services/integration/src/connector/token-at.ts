import type { Json } from '@patchbay/outgoing/json';
import { ProviderFailure } from './failure.ts';
import { isHeaderValue } from './header-value.ts';
import { textAt } from './json-path.ts';

/**
 * The access token at a path of an answer. Without one, and with one that no header can carry, the answer is not what the provider
 * documents: that is transient, and nothing of it is stored.
 */
export function tokenAt(answer: Json | undefined, ...path: readonly (string | number)[]): string {
  const token = textAt(answer, ...path);
  if (token === undefined)
    throw new ProviderFailure('unavailable', { code: 'no access token in the answer' });
  if (!isHeaderValue(token))
    throw new ProviderFailure('unavailable', { code: 'the access token cannot be sent in a header' });
  return token;
}
