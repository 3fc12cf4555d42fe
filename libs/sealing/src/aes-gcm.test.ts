import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyBytes, openBytes, SealError, sealBytes } from './aes-gcm.ts';

const key = randomBytes(keyBytes);

describe('sealed bytes', () => {
  it.each(['', 'Grüße 👋', Uint8Array.from([0, 255])])(
    'sealed bytes open with their key: %j',
    (plaintext) => {
      expect(openBytes(key, sealBytes(key, plaintext, 'place'), 'place')).toEqual(Buffer.from(plaintext));
    },
  );

  it('sealed bytes are iv, tag and ciphertext', () => {
    expect(sealBytes(key, 'abc', 'place')).toHaveLength(12 + 16 + 3);
  });

  it('sealed bytes do not open with another key, with other associated data or cut off', () => {
    const sealed = sealBytes(key, 'abc', 'place');
    expect(() => openBytes(randomBytes(keyBytes), sealed, 'place')).toThrow(SealError);
    expect(() => openBytes(key, sealed, 'another')).toThrow(SealError);
    for (const length of [0, 12, 27, 30])
      expect(() => openBytes(key, sealed.subarray(0, length), 'place')).toThrow(SealError);
  });
});
