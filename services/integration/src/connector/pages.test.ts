import { describe, expect, it } from 'vitest';
import { itemsInPages, listIn, nextOffset } from './pages.ts';

const pages = [
  [1, 2],
  [3, 4],
  [5, 6],
];

function countingReader() {
  const asked: number[] = [];
  const items = itemsInPages(0, async (index) => {
    asked.push(index);
    return { items: pages[index] ?? [], next: index + 1 < pages.length ? index + 1 : undefined };
  });
  return { asked, items };
}

describe('itemsInPages', () => {
  it('gives the items of all pages in order', async () => {
    const { items } = countingReader();
    const all: unknown[] = [];
    for await (const item of items) all.push(item);
    expect(all).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('requests no page after the one at which the reader stops', async () => {
    const { asked, items } = countingReader();
    for await (const item of items) if (item === 3) break;
    expect(asked).toEqual([0, 1]);
  });

  it('ends after 100 pages of a list that has no end', async () => {
    let asked = 0;
    const endless = itemsInPages(0, async (index) => {
      asked += 1;
      return { items: [index], next: index + 1 };
    });
    let items = 0;
    for await (const _item of endless) items += 1;
    expect([asked, items]).toEqual([100, 100]);
  });
});

describe('nextOffset', () => {
  it.each([
    ['a full page', { items: [1, 2], size: 2 }, 12],
    ['a page that is not full', { items: [1], size: 2 }, undefined],
    ['a page that is not full, before the total', { items: [1], size: 2, total: 20 }, 11],
    ['the page that reaches the total', { items: [1, 2], size: 2, total: 12 }, undefined],
    ['an empty page before the total', { items: [], size: 2, total: 20 }, undefined],
  ])('%s', (_name, page, next) => {
    expect(nextOffset(10, page)).toBe(next);
  });
});

describe('listIn', () => {
  const answer = { status: 200, headers: {}, text: '' };

  it('finds the list, also the whole body', () => {
    expect(listIn({ ...answer, body: { a: { b: [1] } } }, 'a', 'b')).toEqual([1]);
    expect(listIn({ ...answer, body: [] })).toEqual([]);
  });

  it.each([undefined, null, {}, { a: 'text' }])('is transient without one: %j', (body) => {
    expect(() => listIn({ ...answer, body }, 'a')).toThrow(
      expect.objectContaining({ reason: 'unavailable', kind: 'transient' }),
    );
  });
});
