import type { Json } from '@patchbay/outgoing/json';
import { type ProviderAnswer } from './classify.ts';
import type { Account, ListedAccount } from './connector.ts';
import { textOf, type Values } from './credentials.ts';
import { type FailureReason, ProviderFailure } from './failure.ts';
import { at, textAt } from './json-path.ts';

type Items = AsyncIterable<Json> | Iterable<Json>;

interface Page<Cursor> {
  readonly items: readonly Json[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next?: Cursor | undefined;
}

/** Reads a page; without a cursor the first one. */
export type ReadPage<Cursor> = (cursor: Cursor | undefined) => Promise<Page<Cursor>>;

/**
 * Limits the requests of one search, because the cursors of a provider may never end. At 100 items a page it is far more than a
 * person has access to.
 */
const mostPages = 100;

/**
 * The items of a paged list. A page is read only when the items before it are used up. A list with more pages than the limit is a
 * transient failure, because the wanted item may be on a later page.
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

const isInvisible = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && invisible.has(error.reason);

/**
 * The items of every parent, such as the advertisers of every partner. A parent without access does not hide the items of the
 * others; its failure is thrown after the last item, if the search has not ended by then.
 */
export async function* itemsOfAll<Item>(
  parents: Items,
  itemsOf: (parent: Json) => AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  let closed: ProviderFailure | undefined;
  for await (const parent of parents) {
    try {
      yield* itemsOf(parent);
    } catch (error) {
      if (!isInvisible(error)) throw error;
      closed = error;
    }
  }
  if (closed !== undefined) throw closed;
}

/** Like `itemsOfAll`, to list all of them: a parent without access is only a failure if there is no item. */
export async function* visibleItemsOfAll<Item>(
  parents: Items,
  itemsOf: (parent: Json) => AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  let isEmpty = true;
  try {
    for await (const item of itemsOfAll(parents, itemsOf)) {
      isEmpty = false;
      yield item;
    }
  } catch (error) {
    if (isEmpty || !isInvisible(error)) throw error;
  }
}

/** The first account that matches. An empty list is a failure of its own: the login works, but has access to nothing. */
export async function accountAmong(accounts: Items, isWanted: (account: Json) => boolean): Promise<Json> {
  let isEmpty = true;
  for await (const account of accounts) {
    isEmpty = false;
    if (isWanted(account)) return account;
  }
  throw new ProviderFailure(isEmpty ? 'no_accounts' : 'account_not_found');
}

/** A text of an item: by its name, by the names that lead to it, or read by a function. */
type TextOf = string | readonly string[] | ((item: Json) => string | undefined);

function readText(item: Json, text: TextOf | undefined): string | undefined {
  if (text === undefined) return undefined;
  return typeof text === 'function' ? text(item) : textAt(item, ...[text].flat());
}

/** Where the items of a list have what is shown of an account. What the provider does not tell is left out. */
export interface AccountFields
  extends Partial<Record<'currency' | 'timeZone' | 'status' | 'parentId', TextOf>> {
  readonly id: TextOf;
  readonly name: TextOf;
  /** The provider's own word. */
  readonly type: (item: Json) => string;
  /** The settings that name the account. */
  readonly settings: (id: string, parentId: string | undefined) => ListedAccount['settings'];
}

/** The items as accounts, without those that have no id. */
export async function* accountsIn(
  items: Items | Promise<Items>,
  { id: idField, name, type, currency, timeZone, status, parentId: parentField, settings }: AccountFields,
): AsyncGenerator<ListedAccount, void> {
  for await (const item of await items) {
    const id = readText(item, idField);
    if (id === undefined) continue;
    const parentId = readText(item, parentField);
    yield {
      id,
      name: readText(item, name) ?? null,
      type: type(item),
      currency: readText(item, currency) ?? null,
      timeZone: readText(item, timeZone) ?? null,
      status: readText(item, status) ?? null,
      parentId: parentId ?? null,
      settings: settings(id, parentId),
    };
  }
}

/** The account with the wanted id, otherwise the first one. */
export async function verifiedAmong(
  items: Items | Promise<Items>,
  wanted: string | undefined,
  { id, name }: Pick<AccountFields, 'id' | 'name'>,
): Promise<Account> {
  const found = await accountAmong(
    await items,
    (each) => wanted === undefined || readText(each, id) === wanted,
  );
  return { name: readText(found, name) ?? readText(found, id) ?? null };
}

interface ReadItems {
  readonly items: readonly Json[];
  /** The requested page size. */
  readonly size: number;
  /** The total number of items according to the answer; anything but a number is ignored. */
  readonly total?: Json | undefined;
}

/**
 * The offset of the next page in items; undefined after the last. Without a total, a page with fewer items than requested is the
 * last.
 */
export function nextOffset(offset: number, { items, size, total }: ReadItems): number | undefined {
  const next = offset + items.length;
  const isLast = typeof total === 'number' ? next >= total : items.length < size;
  return isLast || items.length === 0 ? undefined : next;
}

/** Like `listIn`, for a provider that omits empty lists: an object without the list has an empty one. */
export function optionalListIn(answer: ProviderAnswer, name: string): readonly Json[] {
  const { body } = answer;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject && !Object.hasOwn(body, name) ? [] : listIn(answer, name);
}

/**
 * The list at a path of a successful answer. An answer without the list is not what the provider documents, but for example a
 * maintenance page with status 200. That is transient: only an empty list means that a login has no accounts.
 */
export function listIn({ body }: ProviderAnswer, ...path: readonly (string | number)[]): readonly Json[] {
  const list = at(body, ...path);
  if (!Array.isArray(list)) throw new ProviderFailure('unavailable', { code: 'no list in the answer' });
  return list as readonly Json[];
}

const isMissing = (error: unknown): boolean => error instanceof ProviderFailure && error.code === '404';

/** For a request whose path contains an account id, mostly from the settings: 404 means that the account does not exist. */
export const namedAccount = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw isMissing(error) ? new ProviderFailure('account_not_found', { code: '404', cause: error }) : error;
  });

/** The account that a setting names, for a provider without a list: its number is all that is known. */
export function accountOfSetting(settings: Values, name: string, type: string): ListedAccount {
  const id = textOf(settings, name);
  const unknown = { name: null, currency: null, timeZone: null, status: null, parentId: null };
  return { ...unknown, id, type, settings: { [name]: id } };
}
