import { describe, expect, it } from 'vitest';
import { TokenCache } from './token-cache.ts';

describe('the cache of verified tokens', () => {
  it('forgets a token at the moment it expires', () => {
    const cache = new TokenCache<string>(10);
    cache.set('token', 'value', 1_000);
    expect(cache.get('token', 999)).toBe('value');
    expect(cache.get('token', 1_000)).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('never grows beyond its bound and drops the oldest first', () => {
    const cache = new TokenCache<number>(2);
    for (const [index, token] of ['a', 'b', 'c'].entries()) cache.set(token, index, 1_000);
    expect(cache.size).toBe(2);
    expect(cache.get('a', 0)).toBeUndefined();
    expect(cache.get('c', 0)).toBe(2);
  });
});
