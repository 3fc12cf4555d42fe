import { expect, it } from 'vitest';
import { addressesIn } from './addresses.ts';

it('finds addresses between spaces, commas, semicolons and lines, each once', () => {
  expect(addressesIn('a@x.example, b@x.example;c@x.example\nA@X.example  d@x.example')).toEqual({
    emails: ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    wrong: [],
  });
});

it('reads addresses with names as mail programs write them', () => {
  expect(addressesIn('"Lovelace, Ada" <ada@x.example>, Bob Ross <bob@x.example>\nCy cy@x.example')).toEqual({
    emails: ['ada@x.example', 'bob@x.example', 'cy@x.example'],
    wrong: [],
  });
});

it('returns the texts that are not addresses', () => {
  expect(addressesIn('ada@, bob\ncy@x.example dee@x')).toEqual({
    emails: ['cy@x.example'],
    wrong: ['ada@', 'bob', 'dee@x'],
  });
  expect(addressesIn('  \n')).toEqual({ emails: [], wrong: [] });
});
