import { describe, expect, it } from 'vitest';
import { TokenMemory } from './token-memory.ts';

describe('the memory of verified tokens', () => {
  it('forgets a token at the moment it expires', () => {
    const memory = new TokenMemory<string>(10);
    memory.set('token', 'value', 1_000);
    expect(memory.get('token', 999)).toBe('value');
    expect(memory.get('token', 1_000)).toBeUndefined();
    expect(memory.size).toBe(0);
  });

  it('never grows beyond its bound and drops the oldest first', () => {
    const memory = new TokenMemory<number>(2);
    for (const [index, token] of ['a', 'b', 'c'].entries()) memory.set(token, index, 1_000);
    expect(memory.size).toBe(2);
    expect(memory.get('a', 0)).toBeUndefined();
    expect(memory.get('c', 0)).toBe(2);
  });
});
