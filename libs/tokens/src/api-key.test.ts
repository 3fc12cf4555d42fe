import { describe, expect, it } from 'vitest';
import { isWellFormedApiKey, mintApiKey, prefixOf } from './api-key.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
const sample = 'pby_V1StGXR8Z5jdHi6BmyT0pQw3nKfLcUaE7xOoDs2g3PsdoR';

describe('an API key', () => {
  it('an API key is pby_, 40 random characters and 6 of checksum', () => {
    const keys = Array.from({ length: 200 }, mintApiKey);
    for (const key of keys) {
      expect(key).toMatch(/^pby_[0-9A-Za-z]{46}$/);
      expect(isWellFormedApiKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('the checksum of an API key does not change from version to version', () => {
    expect(isWellFormedApiKey(sample)).toBe(true);
  });

  it('an API key with one wrong character is malformed', () => {
    for (let place = 0; place < sample.length; place += 1) {
      for (const character of characters) {
        if (character === sample.charAt(place)) continue;
        const slip = sample.slice(0, place) + character + sample.slice(place + 1);
        expect({ slip, taken: isWellFormedApiKey(slip) }).toEqual({ slip, taken: false });
      }
    }
  });

  it('an API key with two swapped neighbours is malformed', () => {
    for (let place = 0; place + 1 < sample.length; place += 1) {
      const [first, second] = [sample.charAt(place), sample.charAt(place + 1)];
      if (first === second) continue;
      const swap = sample.slice(0, place) + second + first + sample.slice(place + 2);
      expect({ swap, taken: isWellFormedApiKey(swap) }).toEqual({ swap, taken: false });
    }
  });

  it.each([
    ['an empty text', ''],
    ['a key that is cut short', sample.slice(0, -1)],
    ['a key with a character after it', `${sample}0`],
    ['a key in lower case', sample.toLowerCase()],
    ['a key with another prefix', sample.replace('pby_', 'sk__')],
    ['a text of 400,000 characters', 'pby_'.repeat(100_000)],
  ])('%s is not a well-formed API key', (_what, text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('the prefix of an API key is its first 15 characters', () => {
    expect(prefixOf(sample)).toBe('pby_V1StGXR8Z5j');
  });
});
