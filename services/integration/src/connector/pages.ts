import type { Json } from '@patchbay/outgoing/json';
import type { ProviderAnswer } from './call.ts';
import { ProviderFailure } from './failure.ts';
import { at } from './json-path.ts';

interface ReadPage {
  readonly items: readonly Json[];
  /** How many were asked for. */
  readonly size: number;
  /** How many items the answer says that the whole list has; anything but a number is ignored. */
  readonly total?: Json | undefined;
}

/**
 * Where the page after this one begins, counted in items; undefined after the last. Where the total is not known, a page with
 * fewer items than were asked for is the last.
 */
export function nextOffset(offset: number, { items, size, total }: ReadPage): number | undefined {
  const next = offset + items.length;
  const isLast = typeof total === 'number' ? next >= total : items.length < size;
  return isLast || items.length === 0 ? undefined : next;
}

/** As `listIn` at a name, for a provider that leaves empty lists out: an object without the list is an empty one. */
export function optionalListIn(answer: ProviderAnswer, name: string): readonly Json[] {
  const { body } = answer;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject && !Object.hasOwn(body, name) ? [] : listIn(answer, name);
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
