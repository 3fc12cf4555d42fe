import { expect, it } from 'vitest';
import { matches } from './matches.ts';

it.each([
  ['', true],
  ['  ', true],
  ['ada', true],
  ['LOVE ada', true],
  ['example', true],
  ['ada grace', false],
  ['lovelaceada', false],
])('“%s” finds Ada Lovelace of ada@acme.example: %s', (search, found) => {
  expect(matches(search, 'Ada Lovelace', 'ada@acme.example')).toBe(found);
});
