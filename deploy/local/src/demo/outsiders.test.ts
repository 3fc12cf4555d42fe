import { expect, it } from 'vitest';
import { refusalOf } from './outsiders.ts';

const ask = (path: string, headers: Readonly<Record<string, string>>) => refusalOf({ path, headers })?.status;

it.each(['localhost:3002', '127.0.0.1:3002', '[::1]:3002', 'LOCALHOST'])('%s is the demo', (host) => {
  expect(ask('/', { host })).toBeUndefined();
  expect(ask('/sign-in/lena', { host, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
  // Typed into the address bar, or opened from the terminal.
  expect(ask('/sign-in/lena', { host, 'sec-fetch-site': 'none' })).toBeUndefined();
  expect(ask('/sign-in/lena', { host })).toBeUndefined();
});

it.each([
  'evil.example:3002',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.168.0.7:3002',
  '',
  'a b',
])('%j is not', (host) => {
  expect(ask('/', { host })).toBe(421);
  expect(ask('/sign-in/lena', { host })).toBe(421);
});

it('another website can lead to the start page, and press no button', () => {
  const headers = { host: 'localhost:3002', 'sec-fetch-site': 'cross-site' };
  expect(ask('/', headers)).toBeUndefined();
  expect(ask('/sign-in/lena', headers)).toBe(403);
  expect(ask('/connect/criteo', headers)).toBe(403);
});
