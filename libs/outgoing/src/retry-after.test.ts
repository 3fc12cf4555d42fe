import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('Sun, 15 Nov 2026 12:00:00 GMT');
const parsed = (value: string) => retryAfterMs({ headers: { 'retry-after': value } }, now);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['1.5', 1_500],
    ['Sun, 15 Nov 2026 12:01:30 GMT', 90_000],
    ['Sunday, 15-Nov-26 12:01:30 GMT', 90_000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
    ['86401', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Sun, 15 Nov 2036 12:00:00 GMT', 86_400_000],
  ])('of %s is %d ms', (value, ms) => {
    expect(parsed(value)).toBe(ms);
  });

  it.each(['', '-1', 'soon', '5 minutes', '2026-11-15', 'Sun, 99 Foo 2026 12:00:00 GMT'])(
    'of "%s" is none',
    (value) => {
      expect(parsed(value)).toBeUndefined();
    },
  );

  it('is none where the answer has none', () => {
    expect(retryAfterMs({ headers: {} })).toBeUndefined();
  });
});
