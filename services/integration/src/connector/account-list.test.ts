import { describe, expect, it } from 'vitest';
import { accountAmong, itemsOn, type ReadPage } from './account-list.ts';

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
  it('asks for no page after the one that has the wanted account', async () => {
    const { read, cursors } = counted();
    expect(await accountAmong(itemsOn(read), (account) => account === 'c')).toBe('c');
    expect(cursors).toEqual([undefined, 1]);
  });

  it('says that the account is not there after the last page', async () => {
    const { read, cursors } = counted();
    await expect(accountAmong(itemsOn(read), () => false)).rejects.toMatchObject({
      reason: 'account_not_found',
    });
    expect(cursors).toEqual([undefined, 1, 2]);
  });

  it('tells an empty list from one without the wanted account', async () => {
    const empty: ReadPage<number> = async () => ({ items: [], next: 1 });
    await expect(accountAmong(itemsOn(empty), () => true)).rejects.toMatchObject({ reason: 'no_accounts' });
  });

  it('ends after twenty pages where the cursors never do', async () => {
    let requests = 0;
    const endless: ReadPage<number> = async () => {
      requests += 1;
      return { items: ['x'], next: requests };
    };
    await expect(accountAmong(itemsOn(endless), () => false)).rejects.toMatchObject({
      reason: 'account_not_found',
    });
    expect(requests).toBe(20);
  });
});
