import { describe, expect, it } from 'vitest';
import { listIn, nextOffset, optionalListIn } from './pages.ts';

describe('nextOffset', () => {
  it.each([
    ['a full page', { items: [1, 2], size: 2 }, 12],
    ['a page that is not full', { items: [1], size: 2 }, undefined],
    ['a page that is not full, before the total', { items: [1], size: 2, total: 20 }, 11],
    ['the page that reaches the total', { items: [1, 2], size: 2, total: 12 }, undefined],
    ['a full page with a total that is no number', { items: [1, 2], size: 2, total: '12' }, 12],
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

describe('optionalListIn', () => {
  const answer = { status: 200, headers: {}, text: '' };

  it('finds the list, which is empty where an object leaves it out', () => {
    expect(optionalListIn({ ...answer, body: { a: [1] } }, 'a')).toEqual([1]);
    expect(optionalListIn({ ...answer, body: {} }, 'a')).toEqual([]);
  });

  it.each([undefined, null, [], 'text', { a: null }, { a: {} }])(
    'is transient for another answer: %j',
    (body) => {
      expect(() => optionalListIn({ ...answer, body }, 'a')).toThrow(
        expect.objectContaining({ reason: 'unavailable' }),
      );
    },
  );
});
