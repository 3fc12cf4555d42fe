import { describe, expect, it } from 'vitest';
import { SealError } from './aes-gcm.ts';
import { sealedJson, sealedText } from './sealed-value.ts';
import { createSealer, generateSealingKey, keyIdOf, parseSealingKeys } from './sealer.ts';

const ring = generateSealingKey('2026');
const sealer = createSealer(parseSealingKeys(ring));
const note = sealedJson<{ text: string }, [owner: string, id: string]>('note');
const secret = sealedText<[owner: string, id: string]>('secret');

describe('a sealed value', () => {
  it('a sealed value opens as it was', () => {
    expect(note.open(sealer, note.seal(sealer, { text: 'ü "' }, 'ada', '1'), 'ada', '1')).toEqual({
      text: 'ü "',
    });
    expect(secret.open(sealer, secret.seal(sealer, 'ü "', 'ada', '1'), 'ada', '1')).toBe('ü "');
  });

  it.each<[string, string]>([
    ['eve', '1'],
    ['ada', '2'],
    ['1', 'ada'],
  ])('a sealed value does not open in another binding: %s %s', (...binding) => {
    expect(() => note.open(sealer, note.seal(sealer, { text: 'a' }, 'ada', '1'), ...binding)).toThrow(
      SealError,
    );
  });

  it('a sealed value does not open for another purpose', () => {
    expect(() => secret.open(sealer, note.seal(sealer, { text: 'a' }, 'ada', '1'), 'ada', '1')).toThrow(
      SealError,
    );
  });

  it('a value is resealed with the first key, for the same binding only', () => {
    const next = createSealer(parseSealingKeys([generateSealingKey('2027'), ring].join(',')));
    const resealed = note.reseal(next, note.seal(sealer, { text: 'ü "' }, 'ada', '1'), 'ada', '1');
    expect(keyIdOf(resealed)).toBe('2027');
    expect(note.open(next, resealed, 'ada', '1')).toEqual({ text: 'ü "' });
    expect(() => note.reseal(next, resealed, 'ada', '2')).toThrow(SealError);
  });

  it('the associated data of a value are its purpose and its binding, in this order', () => {
    expect(secret.open(sealer, sealer.seal('a', 'secret ada 1'), 'ada', '1')).toBe('a');
    expect(sealedText('secret').open(sealer, sealer.seal('a', 'secret'))).toBe('a');
  });
});
