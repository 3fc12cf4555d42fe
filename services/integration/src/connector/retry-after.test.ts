import { expect, it } from 'vitest';
import { retryAfterOf } from './retry-after.ts';

const now = Date.UTC(2026, 10, 15, 12);

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 15 Nov 2026 12:01:00 GMT', 60_000],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['9999999', 86_400_000],
  ['soon', undefined],
  ['', undefined],
  ['-5', 0],
])('Retry-After: %j asks to wait %j ms', (text, ms) => {
  expect(retryAfterOf({ 'retry-after': text }, now)).toBe(ms);
});

it('says nothing where the header is missing', () => {
  expect(retryAfterOf({}, now)).toBeUndefined();
});
