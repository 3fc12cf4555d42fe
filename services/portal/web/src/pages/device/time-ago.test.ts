import { describe, expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = Date.parse('2026-11-15T09:30:00Z');

describe('how long ago a device asked', () => {
  it.each([
    ['2026-11-15T09:29:59.500Z', 'now'],
    ['2026-11-15T09:29:18Z', '42 seconds ago'],
    ['2026-11-15T09:28:01Z', '1 minute ago'],
    ['2026-11-15T09:20:00Z', '10 minutes ago'],
    ['2026-11-15T07:00:00Z', '2 hours ago'],
    ['2026-11-15T09:31:00Z', 'now'],
  ])('%s: %s', (iso, text) => {
    expect(timeAgo(iso, now, 'en-GB')).toBe(text);
  });

  it('follows the locale', () => {
    expect(timeAgo('2026-11-15T09:20:00Z', now, 'de')).toBe('vor 10 Minuten');
  });
});
