import { describe, expect, it } from 'vitest';
import { SealError } from './aes-gcm.ts';
import { sealedJsonbColumn, sealedTextColumn } from './sealed-column.ts';
import { sealedText } from './sealed-value.ts';
import { createSealer, generateSealingKey, keyIdOf, parseSealingKeys } from './sealer.ts';

const keys = parseSealingKeys([generateSealingKey('new'), generateSealingKey('old')].join(','));
const sealer = createSealer(keys);
const earlier = createSealer(keys.slice(1));
const facts = { table: 'things', column: 'sealed', primaryKey: 'id' };

describe('a column of sealed text', () => {
  const value = sealedText<[owner: string, id: string]>('secret');
  const column = sealedTextColumn({ ...facts, value, binding: ['owner_id', 'id'] });

  it('a sealed text is resealed with the associated data of its columns', () => {
    const resealed = column.reseal(sealer, value.seal(earlier, 'a', 'ada', '1'), ['ada', '1'], '');
    expect(keyIdOf(resealed)).toBe('new');
    expect(value.open(sealer, resealed, 'ada', '1')).toBe('a');
    expect(() => column.reseal(sealer, resealed, ['1', 'ada'], '')).toThrow(SealError);
  });
});

describe('a column of sealed texts by name', () => {
  const value = sealedText<[id: string, name: string]>('credential');
  const column = sealedJsonbColumn({ ...facts, value, binding: ['id'], keyIdColumn: 'key_id' });

  it('sealed texts by name are resealed with the associated data of their columns and their name', () => {
    const resealed = column.reseal(sealer, value.seal(earlier, 'a', '1', 'token'), ['1'], 'token');
    expect(value.open(sealer, resealed, '1', 'token')).toBe('a');
    expect(() => column.reseal(sealer, resealed, ['1'], 'secret')).toThrow(SealError);
  });
});
