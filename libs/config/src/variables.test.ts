import { describe, expect, it } from 'vitest';
import { baseUrl, url } from './variables.ts';

describe('an address that links are built from', () => {
  it.each([
    ['HTTPS://API.Example', 'https://api.example'],
    ['https://api.example:443//', 'https://api.example'],
    [' https://api.example/base/ ', 'https://api.example/base'],
    ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ])('%s is read as %s', (given, read) => expect(baseUrl().parse(given)).toBe(read));

  it.each(['https://ada:secret@api.example', 'https://ada@api.example', 'https://:secret@api.example'])(
    '%s is refused for its credentials',
    (given) => {
      const { error } = baseUrl().safeParse(given);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'must be an address without a user name or a password',
      ]);
    },
  );

  it.each(['https:api.example', 'https:/api.example', 'ftp://api.example', 'api.example', 'https://'])(
    '%s is refused',
    (given) => {
      const { error } = baseUrl().safeParse(given);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'must be an address beginning with http:// or https://',
      ]);
    },
  );
});

it('an address that no links are built from is not changed', () => {
  const given = 'POSTGRES://ada:secret@localhost/patchbay?sslmode=require';
  expect(url('postgres').parse(given)).toBe(given);
});
