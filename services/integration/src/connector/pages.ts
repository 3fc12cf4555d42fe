import type { Json } from '@patchbay/outgoing/json';
import type { ProviderAnswer } from './call.ts';
import { ProviderFailure } from './failure.ts';
import { at } from './json-path.ts';

/**
 * Where the page after this one begins, counted in items. Where the total is not known, a page with fewer items than were asked
 * for is the last.
 */
export function nextOffset(
  offset: number,
  { items, size, total }: { readonly items: readonly Json[]; readonly size: number; readonly total?: number },
): number | undefined {
  const next = offset + items.length;
  const isLast = items.length === 0 || (total === undefined ? items.length < size : next >= total);
  return isLast ? undefined : next;
}

/**
 * The list at a path of a good answer. Without a list it is not the answer that the provider documents, but for example a
 * maintenance page with status 200. That is transient: only a list that is there and empty means that a login has no accounts.
 */
export function listIn({ body }: ProviderAnswer, ...path: readonly (string | number)[]): readonly Json[] {
  const list = at(body, ...path);
  if (!Array.isArray(list)) throw new ProviderFailure('unavailable', { code: 'no list in the answer' });
  return list as readonly Json[];
}
