import { describe, expect, it } from 'vitest';
import {
  accountAmong,
  itemsOfAll,
  itemsOn,
  listIn,
  namedAccount,
  nextOffset,
  optionalListIn,
  type ReadPage,
  visibleItemsOfAll,
} from './account-list.ts';
import { ProviderFailure } from './failure.ts';

const pages: readonly (readonly string[])[] = [['a', 'b'], ['c'], ['d']];

function counted() {
  const cursors: (number | undefined)[] = [];
  const read: ReadPage<number> = async (cursor) => {
    cursors.push(cursor);
    const index = cursor ?? 0;
    return { items: pages[index] ?? [], next: index + 1 < pages.length ? index + 1 : undefined };
  };
  return { read, cursors };
}

describe('a paged list of accounts', () => {
  it('a search reads no page after the one with the wanted account', async () => {
    const { read, cursors } = counted();
    expect(await accountAmong(itemsOn(read), (account) => account === 'c')).toBe('c');
    expect(cursors).toEqual([undefined, 1]);
  });

  it('a search without a match ends as account_not_found', async () => {
    const { read, cursors } = counted();
    await expect(accountAmong(itemsOn(read), () => false)).rejects.toMatchObject({
      reason: 'account_not_found',
    });
    expect(cursors).toEqual([undefined, 1, 2]);
  });

  it('an empty list is no_accounts, a list without the wanted account is account_not_found', async () => {
    const empty: ReadPage<number> = async () => ({ items: [] });
    await expect(accountAmong(itemsOn(empty), () => true)).rejects.toMatchObject({ reason: 'no_accounts' });
  });

  it('a search goes on after an empty page that is not the last', async () => {
    const read: ReadPage<number> = async (cursor) =>
      cursor === undefined ? { items: [], next: 1 } : { items: ['a'] };
    expect(await accountAmong(itemsOn(read), () => true)).toBe('a');
  });

  it('a search is transient after 100 pages, because the account may be on a later one', async () => {
    let requests = 0;
    const endless: ReadPage<number> = async () => {
      requests += 1;
      return { items: ['x'], next: requests };
    };
    await expect(accountAmong(itemsOn(endless), () => false)).rejects.toMatchObject({
      reason: 'unavailable',
      code: 'too many pages',
    });
    expect(requests).toBe(100);
  });
});

describe('the items of several parents', () => {
  const refusing = (failure: Error) =>
    itemsOfAll(['closed', 'open'], async function* (parent) {
      if (parent === 'closed') throw failure;
      yield [parent];
    });
  const closed = new ProviderFailure('no_access');

  it('an item is found although the login has no access to another parent', async () => {
    expect(await accountAmong(refusing(closed), () => true)).toEqual(['open']);
  });

  it('the failure of an inaccessible parent is thrown when no other parent has the item', async () => {
    await expect(accountAmong(refusing(closed), () => false)).rejects.toBe(closed);
  });

  it('another failure of a parent ends the search', async () => {
    const failure = new ProviderFailure('unavailable');
    await expect(accountAmong(refusing(failure), () => true)).rejects.toBe(failure);
  });

  const listed = (...parents: string[]) =>
    Array.fromAsync(
      visibleItemsOfAll(parents, async function* (parent) {
        if (parent === 'closed') throw closed;
        yield parent;
      }),
    );

  it('a list leaves out the items of an inaccessible parent', async () => {
    expect(await listed('closed', 'open')).toEqual(['open']);
  });

  it('a list without any item fails like the inaccessible parent', async () => {
    await expect(listed('closed')).rejects.toBe(closed);
  });
});

describe('nextOffset', () => {
  it.each([
    ['a full page', { items: [1, 2], size: 2 }, 12],
    ['a page that is not full', { items: [1], size: 2 }, undefined],
    ['a page that is not full, before the total', { items: [1], size: 2, total: 20 }, 11],
    ['the page that reaches the total', { items: [1, 2], size: 2, total: 12 }, undefined],
    ['a full page with a total that is no number', { items: [1, 2], size: 2, total: '12' }, 12],
    ['an empty page before the total', { items: [], size: 2, total: 20 }, undefined],
  ])('nextOffset: %s', (_name, page, next) => {
    expect(nextOffset(10, page)).toBe(next);
  });
});

describe('listIn', () => {
  const answer = { status: 200, headers: {}, text: '' };

  it('listIn finds the list at a path or as the whole body', () => {
    expect(listIn({ ...answer, body: { a: { b: [1] } } }, 'a', 'b')).toEqual([1]);
    expect(listIn({ ...answer, body: [] })).toEqual([]);
  });

  it.each([undefined, null, {}, { a: 'text' }])(
    'listIn throws a transient failure without a list: %j',
    (body) => {
      expect(() => listIn({ ...answer, body }, 'a')).toThrow(
        expect.objectContaining({ reason: 'unavailable', kind: 'transient' }),
      );
    },
  );
});

describe('optionalListIn', () => {
  const answer = { status: 200, headers: {}, text: '' };

  it('optionalListIn finds the list, or an empty one when the object leaves it out', () => {
    expect(optionalListIn({ ...answer, body: { a: [1] } }, 'a')).toEqual([1]);
    expect(optionalListIn({ ...answer, body: {} }, 'a')).toEqual([]);
  });

  it.each([undefined, null, [], 'text', { a: null }, { a: {} }])(
    'optionalListIn throws a transient failure for any other answer: %j',
    (body) => {
      expect(() => optionalListIn({ ...answer, body }, 'a')).toThrow(
        expect.objectContaining({ reason: 'unavailable' }),
      );
    },
  );
});

it('a 404 on the path of an account is account_not_found', async () => {
  const missing = new ProviderFailure('client_refused', { code: '404' });
  await expect(namedAccount(Promise.reject(missing))).rejects.toMatchObject({
    reason: 'account_not_found',
    code: '404',
  });
});

it('namedAccount passes answers and other failures through', async () => {
  const failure = new ProviderFailure('no_access', { code: '403' });
  await expect(namedAccount(Promise.reject(failure))).rejects.toBe(failure);
  expect(await namedAccount(Promise.resolve(5))).toBe(5);
});
