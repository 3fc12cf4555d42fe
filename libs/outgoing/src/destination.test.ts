import { describe, expect, it } from 'vitest';
import { destinationOf, originOf } from './destination.ts';

const allowed = new Set(['http://127.0.0.1:8080', 'https://10.0.0.5']);

describe('a destination', () => {
  it('is an origin, a host and a path with its query', () => {
    expect(destinationOf('https://api.example:8443/v1/me?fields=id#part', allowed)).toEqual({
      origin: 'https://api.example:8443',
      host: 'api.example:8443',
      hostname: 'api.example',
      path: '/v1/me?fields=id',
      guarded: true,
    });
  });

  it.each([
    'http://api.example/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://①②⑦.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1%25eth0]/',
    'https://user@api.example/',
    'https://user:password@api.example/',
    'https://:password@api.example/',
    'http://127.0.0.1:8081/',
    'http://localhost:8080/',
    'https://127.0.0.1:8080/',
    'http://127.0.0.1:8080@api.example/',
    'http://user@127.0.0.1:8080/',
    'http://10.0.0.5/',
    'https://10.0.0.5:444/',
    'ftp://api.example/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'api.example/',
    '',
  ])('is refused: %s', (url) => {
    expect(() => destinationOf(url, allowed)).toThrow(
      expect.objectContaining({ name: 'OutgoingError', failure: 'address_refused' }),
    );
  });

  it.each(['http://127.0.0.1:8080/x', 'http://127.1:8080/', 'https://10.0.0.5/', 'https://10.0.0.5:443/'])(
    'is not guarded, because its origin is configured: %s',
    (url) => {
      expect(destinationOf(url, allowed).guarded).toBe(false);
    },
  );

  it('is named by its host alone in the error', () => {
    expect(() => destinationOf('https://user:pa55@10.0.0.1/p4th?t0ken=1', allowed)).toThrow(
      /^10\.0\.0\.1: address_refused$/,
    );
  });
});

describe('a configured origin', () => {
  it('is that of its URL', () => {
    expect(originOf('https://login.example/common/v2.0')).toBe('https://login.example');
    expect(originOf('http://LOCALHOST:80/')).toBe('http://localhost');
  });

  it.each(['file:///etc/passwd', 'data:,x', 'login.example'])('cannot be that of %s', (url) => {
    expect(() => originOf(url)).toThrow(TypeError);
  });
});
