import { describe, expect, it } from 'vitest';
import { digestOf, newToken } from './token.ts';

describe('a token', () => {
  it('is 256 bits in characters that need no escaping anywhere', () => {
    const token = newToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('is never given twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, newToken)).size).toBe(1_000);
  });

  it('is kept as its SHA-256, by which it is found again', () => {
    expect(Buffer.from(digestOf('abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
