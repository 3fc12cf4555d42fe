import { describe, expect, it } from 'vitest';
import { formatCode, formatTyped, isWholeCode } from './user-code.ts';

/** `|` is the caret. */
const typed = (text: string) => {
  const { value, caret } = formatTyped({ value: text.replace('|', ''), caret: text.indexOf('|') });
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
};

describe('a code that is typed', () => {
  it.each([
    ['w|', 'W|'],
    ['WDJB|', 'WDJB|'],
    ['WDJBm|', 'WDJB-M|'],
    ['WDJB-|', 'WDJB|'],
    ['wdjb-mjht|', 'WDJB-MJHT|'],
    [' wdjb mjht |', 'WDJB-MJHT|'],
    ['WDxJB-MJ|', 'WDXJ-BMJ|'],
    ['WDx|JB-MJ', 'WDX|J-BMJ'],
    ['WDJB-MJHTx|', 'WDJB-MJHT|'],
    ['WDJB|MJHT', 'WDJB|-MJHT'],
    ['|', '|'],
    ['|WDJB', '|WDJB'],
  ])('a typed code %j becomes %j', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  it('a code is complete with eight letters, with or without a dash', () => {
    expect(isWholeCode('WDJB-MJHT')).toBe(true);
    expect(isWholeCode('wdjbmjht')).toBe(true);
    expect(isWholeCode('WDJB-MJH')).toBe(false);
  });

  it('a code is formatted as the device shows it', () => {
    expect(formatCode('wdjbmjht')).toBe('WDJB-MJHT');
    expect(formatCode('')).toBe('');
  });
});
