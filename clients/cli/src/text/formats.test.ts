import stringWidth from 'fast-string-width';
import { expect, it } from 'vitest';
import { pad } from './formats.ts';

it.each([
  ['Nordlicht', 10, 'Nordlicht '],
  ['Nordlicht', 8, 'Nordlic…'],
  ['広告広告', 6, '広告… '],
  ['Nordlicht', 0, ''],
])('%j in exactly %i columns is %j', (text, columns, shown) => {
  expect(pad(text, columns)).toBe(shown);
  expect(stringWidth(shown)).toBe(columns);
});
