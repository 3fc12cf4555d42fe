import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cut, pad, plain, plainJson } from './plain.ts';

const hostile = 'a\u001B[31mb\u0007c\u009B2Jd\u202Ee\nf\u2028g\u007F';

describe('texts of the API', () => {
  it('a text has no control characters for a terminal', () => {
    expect(plain(hostile)).toBe('a [31mb c 2Jd e f g ');
  });

  it('JSON for a terminal has no control characters, and the same values', () => {
    const json = plainJson(JSON.stringify({ hostile }));
    expect(json).toMatch(/^[ -~]+$/);
    expect(JSON.parse(json)).toEqual({ hostile });
  });
});

it.each([
  ['Nordlicht', 9, 'Nordlicht'],
  ['Nordlicht', 8, 'Nordlic…'],
  ['広告広告', 6, '広告…'],
  ['Nordlicht', 1, '…'],
  ['Nordlicht', 0, ''],
])('%j in %i columns is %j', (text, columns, shown) => {
  expect(cut(text, columns)).toBe(shown);
  expect(stringWidth(pad(text, columns))).toBe(columns);
});
