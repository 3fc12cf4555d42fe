import { expect, it } from 'vitest';
import { rangeOf, withKeys } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];

it('a range has both of its ends, in either direction', () => {
  expect(rangeOf(order, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(order, 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(rangeOf(order, 'b', 'b')).toEqual(['b']);
});

it('a range from a row that has gone is its last row alone', () => {
  expect(rangeOf(order, 'gone', 'c')).toEqual(['c']);
  expect(rangeOf(order, undefined, 'c')).toEqual(['c']);
});

it('rows are added to a selection and taken from it', () => {
  expect([...withKeys(new Set(['a']), ['b', 'a'], true)]).toEqual(['a', 'b']);
  expect([...withKeys(new Set(['a', 'b']), ['b', 'c'], false)]).toEqual(['a']);
});
