import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

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
  'http://evillocalhost',
  'http://127.0.0.1.evil.example',
  'http://128.0.0.1',
  'http://0.0.0.0',
  'http://10.0.0.1',
  'http://[::2]',
  'http://[fe80::1]',
])('%s is not', (url) => expect(isLoopback(hostOf(url))).toBe(false));

it.each(['127.0.0.255', '127.255.249.100'])('%s is an address on loopback', (host) =>
  expect(isLoopback(host)).toBe(true),
);

// The parser refuses them in http addresses; in others they are host names, which DNS may resolve to any machine.
it.each(['127.999.1.1', '127.0.0.256', '127.0.0.1000', '127.0.0'])('%s is not', (host) =>
  expect(isLoopback(host)).toBe(false),
);
