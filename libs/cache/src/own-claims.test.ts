import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOwnClaims } from './own-claims.ts';

describe('claims in the process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('end with an answer for a time, or with nothing', () => {
    const claims = createOwnClaims();
    claims.claim('a');
    expect(claims.read('a')).toBe('running');
    claims.release('a');
    expect(claims.read('a')).toBeUndefined();
    claims.claim('a');
    claims.keep('a', 'sealed', 1_000);
    expect(claims.read('a')).toMatchObject({ sealed: 'sealed' });
    vi.advanceTimersByTime(1_000);
    expect(claims.read('a')).toBeUndefined();
  });

  it('keep no more than they have room for, the newest', () => {
    const claims = createOwnClaims(10);
    claims.keep('a', '12345', 1_000);
    claims.keep('b', '12345', 1_000);
    expect(claims.read('a')).toMatchObject({ sealed: '12345' });
    claims.keep('c', '12345', 1_000);
    expect(['a', 'b', 'c'].map((name) => claims.read(name) !== undefined)).toEqual([false, true, true]);
  });

  it('take room again from what has ended', () => {
    const claims = createOwnClaims(10);
    claims.keep('a', '1234567890', 1_000);
    vi.advanceTimersByTime(1_000);
    claims.keep('b', '12345', 1_000);
    claims.keep('c', '12345', 1_000);
    expect(claims.read('b')).toMatchObject({ sealed: '12345' });
  });
});
