import { describe, expect, it } from 'vitest';
import { programOf, timeAgo } from './device-facts.ts';

describe('the program that asks', () => {
  it.each([
    ['patchbay-cli/1.0', 'patchbay-cli 1.0', undefined],
    ['patchbay-cli/1.2.3 (darwin arm64) node/24.1.0', 'patchbay-cli 1.2.3', 'macOS'],
    ['curl/8.14.1', 'curl 8.14.1', undefined],
    ['node', 'node', undefined],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge 141',
      'Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Linux'],
  ])('the program of the user agent %j is %s', (userAgent, name, system) => {
    expect(programOf(userAgent)).toEqual(system === undefined ? { name } : { name, system });
  });

  it.each(['', '???', 'Mozilla/5.0'])('the user agent %j names no program', (userAgent) => {
    expect(programOf(userAgent)).toBeUndefined();
  });
});

const now = Date.parse('2026-11-15T09:30:00Z');

describe('how long ago a device asked', () => {
  it.each([
    ['2026-11-15T09:29:59.500Z', 'now'],
    ['2026-11-15T09:29:18Z', '42 seconds ago'],
    ['2026-11-15T09:28:01Z', '1 minute ago'],
    ['2026-11-15T09:20:00Z', '10 minutes ago'],
    ['2026-11-15T07:00:00Z', '2 hours ago'],
    ['2026-11-15T09:31:00Z', 'now'],
  ])('a device that asked at %s is shown as: %s', (iso, text) => {
    expect(timeAgo(iso, now, 'en-GB')).toBe(text);
  });

  it('the age of a request follows the locale', () => {
    expect(timeAgo('2026-11-15T09:20:00Z', now, 'de')).toBe('vor 10 Minuten');
  });
});
