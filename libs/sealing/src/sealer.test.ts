import { describe, expect, it } from 'vitest';
import { SealError } from './aes-gcm.ts';
import { createSealer, generateSealingKey, keyIdOf, parseSealingKeys } from './sealer.ts';

const [old, current] = parseSealingKeys([generateSealingKey('2025'), generateSealingKey('2026')].join(','));
if (old === undefined || current === undefined) throw new Error('two keys were generated');

describe('a sealer', () => {
  const sealer = createSealer([current, old]);

  it.each(['', 'a token', 'Grüße 👋', 'x'.repeat(100_000)])(
    'a sealer opens what it sealed: %#',
    (plaintext) => {
      expect(sealer.open(sealer.seal(plaintext, 'place'), 'place').toString()).toBe(plaintext);
    },
  );

  it('a sealer seals bytes', () => {
    const bytes = Uint8Array.from([0, 255, 128]);
    expect(Uint8Array.from(sealer.open(sealer.seal(bytes, 'place'), 'place'))).toEqual(bytes);
  });

  it('a sealed text shows nothing of its value and is different each time', () => {
    const [one, two] = [sealer.seal('hunter2 hunter2', 'place'), sealer.seal('hunter2 hunter2', 'place')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.slice('2026.'.length), 'base64url').toString('latin1')).not.toContain('hunter2');
    expect(one).toMatch(/^2026\.[\w-]+$/);
  });

  it('a sealer does not open a value in another place', () => {
    expect(() => sealer.open(sealer.seal('a', 'acme token'), 'other token')).toThrow(SealError);
  });

  it('a sealer does not open a value that was changed or cut off anywhere', () => {
    const sealed = sealer.seal('a token', 'place');
    const bytes = Buffer.from(sealed.slice('2026.'.length), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
      expect(() => sealer.open(`2026.${changed.toString('base64url')}`, 'place')).toThrow(SealError);
      expect(() => sealer.open(`2026.${bytes.subarray(0, index).toString('base64url')}`, 'place')).toThrow(
        SealError,
      );
    }
    expect(() => sealer.open(sealed.replace('2026', '2025'), 'place')).toThrow(SealError);
  });

  it('a sealer opens values of older keys and seals with the first key', () => {
    const sealed = createSealer([old]).seal('a token', 'place');
    expect(keyIdOf(sealed)).toBe('2025');
    expect(sealer.open(sealed, 'place').toString()).toBe('a token');
    expect(keyIdOf(sealer.seal('a token', 'place'))).toBe(sealer.keyId);
  });

  it('a sealer opens what an earlier release sealed', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    const sealed = '2026.oO2tfQufS73u-PZrVQkh9NpxKimwDwlkQHbQb4XNeCP0g_Q';
    expect(
      createSealer([{ id: '2026', key }])
        .open(sealed, 'place')
        .toString(),
    ).toBe('a token');
  });

  it.each(['', 'no dot', '.x', '2024.AAAA', '2026.'])(
    'a sealer does not open %j, which it did not seal',
    (text) => {
      expect(() => sealer.open(text, 'place')).toThrow(SealError);
    },
  );
});

describe('sealing keys', () => {
  it.each([
    ['', 'sealing key 1 is not of the form id:base64'],
    ['2026', 'sealing key 1 is not of the form id:base64'],
    [`${generateSealingKey('a')},`, 'sealing key 2 is not of the form id:base64'],
    ['a:not base64!', 'sealing key a is not base64'],
    ['a:c2hvcnQ=', 'sealing key a is not 32 bytes long'],
    [`${generateSealingKey('a')},${generateSealingKey('a')}`, 'two sealing keys have the id a'],
  ])('an error of sealing keys says what is wrong: %#', (text, message) => {
    expect(() => parseSealingKeys(text)).toThrow(message);
  });

  it('an error of sealing keys never contains their value', () => {
    expect(() => parseSealingKeys('a:aHVudGVyMg==')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('aHVudGVyMg') }),
    );
  });

  it('at least one sealing key is required', () => {
    expect(() => createSealer([])).toThrow('there is no sealing key');
  });
});
