import type { Json } from '@patchbay/outgoing/json';
import { ProviderFailure } from './failure.ts';

export interface Page<Cursor> {
  readonly items: readonly Json[];
  /** Where the next page begins; undefined on the last one. */
  readonly next?: Cursor | undefined;
}

/** Reads a page: the first one without a cursor. */
export type ReadPage<Cursor> = (cursor: Cursor | undefined) => Promise<Page<Cursor>>;

/** Bounds the requests of one verification, also where a provider's cursors never end. */
const mostPages = 20;

/** The items of a paged list. A page is asked for only when the items before it are used up. An empty page is the last one. */
export async function* itemsOn<Cursor>(read: ReadPage<Cursor>): AsyncGenerator<Json> {
  let cursor: Cursor | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next } = await read(cursor);
    yield* items;
    if (items.length === 0 || next === undefined) return;
    cursor = next;
  }
}

/** The first account that is wanted. An empty list is its own failure: the login works, and has access to nothing. */
export async function accountAmong(
  accounts: AsyncIterable<Json> | Iterable<Json>,
  isWanted: (account: Json) => boolean,
): Promise<Json> {
  let isEmpty = true;
  for await (const account of accounts) {
    isEmpty = false;
    if (isWanted(account)) return account;
  }
  throw new ProviderFailure(isEmpty ? 'no_accounts' : 'account_not_found');
}
