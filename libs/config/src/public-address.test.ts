import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';
import { insecureHttpVariables, isLoopback, publicAddress } from './public-address.ts';
import { baseUrl, commaSeparated } from './variables.ts';

const shape = {
  PUBLIC_URL: publicAddress(baseUrl().optional().describe('an address')),
  ORIGINS: publicAddress(commaSeparated().default([])),
  SERVICE_URL: baseUrl().optional(),
  ...insecureHttpVariables,
};
const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig('x', shape, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
  }
  return [];
};
const refused = (name: string): string =>
  `${name} must begin with https:// outside of loopback; in a closed network ALLOW_INSECURE_HTTP=true accepts http`;

describe('a public address', () => {
  it('a public address is on https, or on http on loopback', () => {
    expect(problemsOf({ PUBLIC_URL: 'https://api.example', ORIGINS: 'https://a.example' })).toEqual([]);
    expect(problemsOf({ PUBLIC_URL: 'http://localhost:3000', ORIGINS: 'http://[::1]:5173' })).toEqual([]);
    expect(problemsOf({ PUBLIC_URL: 'http://api.example' })).toEqual([refused('PUBLIC_URL')]);
    expect(problemsOf({ PUBLIC_URL: 'HTTP://10.0.0.7' })).toEqual([refused('PUBLIC_URL')]);
    expect(problemsOf({ ORIGINS: 'https://a.example, http://b.example' })).toEqual([refused('ORIGINS')]);
  });

  it('a public address may be on http outside of loopback only with ALLOW_INSECURE_HTTP=true', () => {
    const insecure = { PUBLIC_URL: 'http://api.example', ORIGINS: 'http://b.example' };
    expect(readConfig('x', shape, { ...insecure, ALLOW_INSECURE_HTTP: 'true' })).toMatchObject({
      PUBLIC_URL: 'http://api.example',
      ALLOW_INSECURE_HTTP: true,
    });
    expect(problemsOf({ ...insecure, ALLOW_INSECURE_HTTP: 'false' })).toEqual([
      refused('PUBLIC_URL'),
      refused('ORIGINS'),
    ]);
    expect(problemsOf({ ALLOW_INSECURE_HTTP: 'yes' })).toEqual(['ALLOW_INSECURE_HTTP must be true or false']);
  });

  it('a public address is split at commas only if it is a list', () => {
    expect(problemsOf({ PUBLIC_URL: 'http://localhost,x.evil.example' })).toEqual([refused('PUBLIC_URL')]);
    expect(problemsOf({ PUBLIC_URL: 'http://localhost,x@evil.example' })).toEqual([
      'PUBLIC_URL must be an address without a user name or a password',
    ]);
    expect(problemsOf({ ORIGINS: 'http://localhost,http://b.example' })).toEqual([refused('ORIGINS')]);
  });

  it('the address of a service, which only services call, may be on http', () => {
    expect(problemsOf({ SERVICE_URL: 'http://identity:4001' })).toEqual([]);
  });
});

const hostOf = (url: string): string => new URL(url).hostname;

it.each([
  'http://localhost:3000',
  'http://api.localhost',
  'http://127.0.0.1',
  'http://127.1',
  'http://[::1]:80',
])('%s is on loopback', (url) => expect(isLoopback(hostOf(url))).toBe(true));

it.each([
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://128.0.0.1',
  'http://0.0.0.0',
  'http://[::2]',
])('%s is not on loopback', (url) => expect(isLoopback(hostOf(url))).toBe(false));

it.each(['127.0.0.255', '127.255.249.100'])('%s is an address on loopback', (host) =>
  expect(isLoopback(host)).toBe(true),
);

// The parser refuses them in http addresses; in others they are host names, which DNS may resolve to any machine.
it.each(['127.999.1.1', '127.0.0.256', '127.0.0.1000', '127.0.0'])('%s is not on loopback', (host) =>
  expect(isLoopback(host)).toBe(false),
);
