import { expect, it } from 'vitest';
import { nextSorting, sortingOf, sortRows } from './sorting.ts';

const rows = [
  { id: 'a', name: 'Shop 10', at: 3 },
  { id: 'b', name: 'shop 9', at: null },
  { id: 'c', name: 'Äpfel', at: 1 },
  { id: 'd', name: 'Shop 10', at: 3 },
];
const ids = (sorted: readonly { readonly id: string }[]): string => sorted.map(({ id }) => id).join('');

it('names are sorted as people do: regardless of case and accents, and numbers in them by value', () => {
  expect(ids(sortRows(rows, ({ name }) => name, false))).toBe('cbad');
  expect(ids(sortRows(rows, ({ name }) => name, true))).toBe('adbc');
});

it('rows without a value are last in both directions, and equal rows keep their order', () => {
  expect(ids(sortRows(rows, ({ at }) => at, false))).toBe('cadb');
  expect(ids(sortRows(rows, ({ at }) => at, true))).toBe('adcb');
});

it('a head sorts, then turns the order round, then gives the list its own order back', () => {
  const press = (parameter: string, startsDescending = false): string =>
    nextSorting(sortingOf(parameter), { name: 'name', startsDescending });
  expect(press('')).toBe('name');
  expect(press('name')).toBe('-name');
  expect(press('-name')).toBe('');
  expect(press('-other')).toBe('name');
  expect(press('', true)).toBe('-name');
  expect(press('-name', true)).toBe('name');
  expect(press('name', true)).toBe('');
});
