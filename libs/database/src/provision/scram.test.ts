import { describe, expect, it } from 'vitest';
import { scramVerifier } from './scram.ts';

describe('a SCRAM verifier', () => {
  it('a SCRAM verifier equals the example of RFC 7677', () => {
    expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });

  it('a password that normalisation could change is refused', () => {
    expect(() => scramVerifier('pässword')).toThrow('printable ASCII');
    expect(() => scramVerifier('')).toThrow('printable ASCII');
  });
});
