import type { ProviderAnswer } from './call.ts';
import { ProviderFailure } from './failure.ts';

/**
 * For a verification that succeeds by being answered at all: an answer of status 200 that holds anything but JSON is a page for
 * people, such as a notice of maintenance, and no success. An empty one is.
 */
export async function readable(answer: Promise<ProviderAnswer>): Promise<ProviderAnswer> {
  const resolved = await answer;
  if (resolved.body === undefined && resolved.text.trim() !== '')
    throw new ProviderFailure('unavailable', { code: 'the answer is not JSON' });
  return resolved;
}
