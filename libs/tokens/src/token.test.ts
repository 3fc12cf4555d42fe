import { describe, expect, it } from 'vitest';
import { digestOf, newToken } from './token.ts';

describe('a token', () => {
  it('a token is 256 random bits that need no escaping in a link', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('the digest of a token is its SHA-256', () => {
    expect(Buffer.from(digestOf('abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
