import { calledBy, trustedBy } from '@patchbay/platform/services';
import { describe, expect, it } from 'vitest';
import {
  createKeysOfPairs,
  createPairKey,
  formatPairKeys,
  type PairKeys,
  pairKeyIdOf,
  parsePairKeys,
} from './pair-keys.ts';

const [old, current, other] = [createPairKey(), createPairKey(), createPairKey()];
const textOf = (key: typeof old) => key.export().toString('base64');

describe('the keys of pairs of services', () => {
  it('pair keys are parsed in the order in which they were formatted, several of one service too', () => {
    const keys = new Map([
      ['identity' as const, [old, current]],
      ['audit' as const, [other]],
    ]);
    const text = formatPairKeys(keys);
    expect(text).toBe(`identity:${textOf(old)},identity:${textOf(current)},audit:${textOf(other)}`);
    const read = parsePairKeys(text.replaceAll(',', ' ,\n '));
    expect([...read].map(([name, all]) => [name, all.map(textOf)])).toEqual(
      [...keys].map(([name, all]) => [name, all.map(textOf)]),
    );
  });

  it('a pair key has a short id of its own that does not contain the key', () => {
    expect(pairKeyIdOf(old)).toMatch(/^[\w-]{16}$/);
    expect(pairKeyIdOf(old)).toBe(
      pairKeyIdOf(parsePairKeys(`audit:${textOf(old)}`).get('audit')?.[0] ?? other),
    );
    expect(pairKeyIdOf(old)).not.toBe(pairKeyIdOf(current));
    expect(old.export().toString('base64url')).not.toContain(pairKeyIdOf(old));
  });

  it('a pair key has only one text', () => {
    const zeros = 'A'.repeat(42);
    const readable = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
      .split('')
      .filter((last) => {
        try {
          return parsePairKeys(`gateway:${zeros}${last}=`).size === 1;
        } catch {
          return false;
        }
      });
    const texts = Array.from({ length: 16 }, (_, bits) =>
      Buffer.from([...new Uint8Array(31), bits]).toString('base64'),
    );
    expect(readable.map((last) => `${zeros}${last}=`)).toEqual(texts);
  });

  const key = textOf(old);
  const notOf32Bytes = /^must hold a key for gateway, base64 of 32 bytes$/;
  it.each([
    ['', /^must be a list of service:key pairs, each naming a known service$/],
    [`stranger:${key}`, /each naming a known service$/],
    ['gateway', notOf32Bytes],
    ['gateway:', notOf32Bytes],
    [`gateway:${key.slice(4)}`, notOf32Bytes],
    [`gateway:${key.slice(0, -1)}`, notOf32Bytes],
    [`gateway:${key.slice(0, 10)}!${key.slice(11)}`, notOf32Bytes],
    [`gateway:${key},`, /each naming a known service$/],
    [`gateway:${key},gateway:${key}`, /^must hold a key for gateway that it holds nowhere else$/],
    [`gateway:${key},identity:${key}`, /^must hold a key for identity that it holds nowhere else$/],
  ])('malformed pair keys are refused by an error without the keys: %s', (text, sentence) => {
    expect(() => parsePairKeys(text)).toThrow(sentence);
  });
});

describe('the keys of an environment', () => {
  const keys = createKeysOfPairs();

  it('both ends of a call have the same key, and the other direction has another one', () => {
    const textIn = (pairs: PairKeys) => [...pairs.values()].flat().map(textOf);
    const called = textIn(keys.calling('gateway', ['identity']));
    expect(textIn(keys.callers('identity', ['gateway']))).toEqual(called);
    expect(textIn(keys.calling('identity', ['gateway']))).not.toEqual(called);
  });

  it('a service has keys for the services that it calls and that call it', () => {
    expect([...keys.calling('gateway').keys()]).toEqual(calledBy('gateway'));
    expect([...keys.callers('organization').keys()]).toEqual(trustedBy('organization'));
  });
});
