import type { Json } from '@patchbay/outgoing/json';
import type { ProviderAnswer } from './call.ts';
import { type FailureReason, ProviderFailure } from './failure.ts';
import { at } from './json-path.ts';

interface Page<Cursor> {
  readonly items: readonly Json[];
  /** Where the next page begins; undefined on the last one. */
  readonly next?: Cursor | undefined;
}

/** Reads a page: the first one without a cursor. */
export type ReadPage<Cursor> = (cursor: Cursor | undefined) => Promise<Page<Cursor>>;

/**
 * Bounds the requests of one search, also where a provider's cursors never end. At 100 items each it is far more than a person has
 * access to.
 */
const mostPages = 100;

/**
 * The items of a paged list. A page is asked for only when the items before it are used up. A list that goes on after the last page
 * that is asked for is transient: what was looked for may be on a later one.
 */
export async function* itemsOn<Cursor>(read: ReadPage<Cursor>): AsyncGenerator<Json> {
  let cursor: Cursor | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next } = await read(cursor);
    yield* items;
    if (next === undefined) return;
    cursor = next;
  }
  throw new ProviderFailure('unavailable', { code: 'too many pages' });
}

/** The login has no rights to the items of a parent, or the parent is gone. */
const invisible: ReadonlySet<FailureReason> = new Set(['no_access', 'account_not_found']);

/**
 * The items of every parent, such as the advertisers of every partner. A parent whose items the login may not see does not hide those
 * of the others; its failure is thrown after the last item, when nobody has found what they look for.
 */
export async function* itemsOfAll(
  parents: AsyncIterable<Json> | Iterable<Json>,
  itemsOf: (parent: Json) => AsyncIterable<Json>,
): AsyncGenerator<Json, void> {
  let closed: ProviderFailure | undefined;
  for await (const parent of parents) {
    try {
      yield* itemsOf(parent);
    } catch (error) {
      if (!(error instanceof ProviderFailure && invisible.has(error.reason))) throw error;
      closed = error;
    }
  }
  if (closed !== undefined) throw closed;
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

interface ReadItems {
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
export function nextOffset(offset: number, { items, size, total }: ReadItems): number | undefined {
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

const isMissing = (error: unknown): boolean => error instanceof ProviderFailure && error.code === '404';

/** For a request whose path names an account, as a rule that of the settings: 404 means that this account does not exist. */
export const namedAccount = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw isMissing(error) ? new ProviderFailure('account_not_found', { code: '404', cause: error }) : error;
  });
