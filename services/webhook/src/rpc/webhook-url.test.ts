import { describe, expect, it } from 'vitest';
import { demandPublic, urlOf } from './webhook-url.ts';

const strict = { allowLoopback: false };
const problemsOf = (url: string, options = strict): unknown => {
  try {
    urlOf(url, options);
    return [];
  } catch (error) {
    return (error as { problems: unknown }).problems;
  }
};

describe('the address of a webhook', () => {
  it.each([
    'https://hooks.example/path?key=1',
    'https://hooks.example:8443',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
  ])('%s is accepted', (url) => expect(urlOf(` ${url} `, strict)).toBe(url));

  it.each([
    ['http://hooks.example/', 'must begin with https://'],
    ['https:hooks.example', 'must be an address beginning with https://'],
    ['https://hooks.example\\@evil.example', 'must be an address beginning with https://'],
    ['https://ada:secret@hooks.example/', 'must not contain a user name or a password'],
    ['https://hooks.example/#part', 'must not contain a fragment'],
    ['https://10.0.0.1/', 'must not lead to a private address'],
    ['https://[::1]/', 'must not lead to a private address'],
    [`https://hooks.example/${'a'.repeat(2_048)}`, 'must have 1 to 2048 characters'],
    [
      `https://hooks.example/${'ü'.repeat(900)}`,
      'must have at most 2048 bytes, counted as a percent-encoded address',
    ],
    ['', 'must have 1 to 2048 characters'],
  ])('%s is refused', (url, message) => expect(problemsOf(url)).toEqual([{ path: 'url', message }]));

  it.each(['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:80/', 'https://127.0.0.1/'])(
    '%s is accepted only where loopback is allowed',
    (url) => {
      expect(problemsOf(url, { allowLoopback: true })).toEqual([]);
      expect(problemsOf(url)).not.toEqual([]);
    },
  );

  it.each(['http://10.0.0.1/', 'http://hooks.example/', 'http://localhost.evil.example/'])(
    '%s is refused also where loopback is allowed',
    (url) => expect(problemsOf(url, { allowLoopback: true })).not.toEqual([]),
  );
});

it('one private address among those of a name refuses it, and no address is accepted', () => {
  expect(() => demandPublic(['93.184.216.34', '192.168.0.1'])).toThrow('private address');
  expect(() => demandPublic(['93.184.216.34'])).not.toThrow();
  expect(() => demandPublic([])).not.toThrow();
});
