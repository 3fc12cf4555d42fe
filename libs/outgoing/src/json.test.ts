import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

describe('parseJson', () => {
  it('parseJson keeps the digits of integers beyond 2^53 as text', () => {
    expect(parseJson('{"id":1234567890123456789,"ids":[9007199254740993,-9007199254740993]}')).toEqual({
      id: '1234567890123456789',
      ids: ['9007199254740993', '-9007199254740993'],
    });
  });

  it('parseJson leaves every other value as it is', () => {
    const value = { max: 9_007_199_254_740_991, float: 1.5, huge: 1e300, text: '12', none: null, yes: true };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  it.each(['', '<html>', '{"a":', 'undefined'])('parseJson returns undefined for %j', (text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});
