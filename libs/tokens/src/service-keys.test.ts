import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createServiceKeys,
  formatPrivateKey,
  formatPublicKey,
  formatServicePublicKeys,
  parsePrivateKey,
  parseServicePublicKeys,
  thumbprintOf,
} from './service-keys.ts';

const [old, current, other] = [createServiceKeys(), createServiceKeys(), createServiceKeys()];

describe('the keys of services', () => {
  it('service keys are parsed as they were formatted, several of one service too', () => {
    const keys = new Map([
      ['identity' as const, [old.publicKey, current.publicKey]],
      ['audit' as const, [other.publicKey]],
    ]);
    const read = parseServicePublicKeys(formatServicePublicKeys(keys));
    const thumbprints = [...read].map(([name, all]) => [name, all.map(thumbprintOf)]);
    expect(thumbprints).toEqual([...keys].map(([name, all]) => [name, all.map(thumbprintOf)]));
    expect(parsePrivateKey(`${formatPrivateKey(old.privateKey)}\n`).equals(old.privateKey)).toBe(true);
  });

  it('a service key has a short thumbprint of its own', () => {
    expect(thumbprintOf(old.publicKey)).toMatch(/^[\w-]{16}$/);
    expect(thumbprintOf(old.publicKey)).not.toBe(thumbprintOf(current.publicKey));
  });

  it('the error for a malformed key does not contain the key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
    for (const text of ['hunter2', formatPrivateKey(rsa.privateKey)]) {
      expect(() => parsePrivateKey(text)).toThrow(
        /^must be an Ed25519 private key, base64 of its PKCS8 DER$/,
      );
    }
    expect(() => parseServicePublicKeys(`identity:${formatPublicKey(rsa.publicKey)}`)).toThrow(
      /^must hold an Ed25519 public key for identity, base64 of its SPKI DER$/,
    );
    expect(() => parseServicePublicKeys(`mallory:${formatPublicKey(old.publicKey)}`)).toThrow(
      'each naming a known service',
    );
  });

  const named = formatServicePublicKeys(new Map([['gateway', [old.publicKey]]]));
  it.each([
    ['', 'service:key'],
    ['stranger:AAAA', 'known service'],
    ['gateway:AAAA', 'Ed25519 public key for gateway'],
    ['gateway', 'Ed25519 public key for gateway'],
    [`${named},${named}`, 'must name each key of gateway once'],
  ])('malformed service keys are refused with the reason: %s', (text, sentence) => {
    expect(() => parseServicePublicKeys(text)).toThrow(sentence);
  });
});
