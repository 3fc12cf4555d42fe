import { expect, it } from 'vitest';
import { hostOf, isLoopback } from './host.ts';

it.each([
  ['https://patchbay.example/', 'https://patchbay.example'],
  ['HTTPS://Patchbay.Example', 'https://patchbay.example'],
  ['patchbay.example', 'https://patchbay.example'],
  ['patchbay.example:8443/api/', 'https://patchbay.example:8443/api'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('%s is kept as %s', (given, kept) => {
  expect(hostOf(given)).toBe(kept);
});

it.each([
  '',
  'ftp://patchbay.example',
  'https://ada:secret@patchbay.example',
  'https://x.example?token=1',
  'https://',
])('%o is refused without being repeated', (given) => {
  expect(() => hostOf(given)).toThrow(/^The address of the API is not valid\.$/);
});

it.each([
  ['http://localhost:3000', true],
  ['http://api.localhost', true],
  ['http://127.8.0.1', true],
  ['http://[::1]:3000', true],
  ['http://patchbay.example', false],
  ['http://127.0.0.1.example', false],
  ['http://localhost.example', false],
])('whether %s is on this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
