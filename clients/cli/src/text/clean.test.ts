import { expect, it } from 'vitest';
import { clean, cleanJson, cleanLine } from './clean.ts';

it('control characters are removed from a text, and line breaks stay', () => {
  expect(clean('a\u001B[2Jb\r\nc\td\u0007\u009B31m\u202Ee')).toBe('a[2Jb\nc\td31me');
});

it('line feeds and tabs are removed from a line', () => {
  expect(cleanLine(' a\r\n\tb\u001B]0;title\u0007 c\u2028d ')).toBe('a b]0;title c d');
});

it('JSON with control characters stays the same value', () => {
  const value = { name: '\u001B[31m\u009B\u202E\u2028' };
  const json = cleanJson(JSON.stringify(value, null, 2));
  expect(json).toBe(String.raw`{
  "name": "\u001b[31m\u009b\u202e\u2028"
}`);
  expect(JSON.parse(json)).toEqual(value);
});
