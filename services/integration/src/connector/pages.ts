import type { Json } from '@patchbay/outgoing/json';
import type { ProviderAnswer } from './call.ts';
import { ProviderFailure } from './failure.ts';
import { at } from './json-path.ts';

/** Pages that are read of one list. What lies beyond counts as not listed: a verification has to end. */
const longest = 100;

export interface Page<Position> {
  readonly items: readonly Json[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: Position | undefined;
}

/** The items of a list that a provider gives in pages. A page is requested when its first item is. */
export async function* itemsInPages<Position>(
  first: Position,
  pageAt: (position: Position) => Promise<Page<Position>>,
): AsyncGenerator<Json, void> {
  let position: Position | undefined = first;
  for (let read = 0; position !== undefined && read < longest; read += 1) {
    const page: Page<Position> = await pageAt(position);
    yield* page.items;
    position = page.next;
  }
}

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
