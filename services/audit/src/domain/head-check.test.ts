import { describe, expect, it } from 'vitest';
import { checkHead, type Kept } from './head-check.ts';

const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)];
const head = { organizationId: 'o1', sequence: 5, hash, signedAt: '2026-11-15T10:00:00.000Z' };
const kept = (given: Partial<Kept>): Kept => ({
  hashes: [],
  checkpoint: undefined,
  lastSequence: undefined,
  ...given,
});

describe('a head', () => {
  it.each<[string, Partial<Kept>]>([
    ['kept', { hashes: [hash] }],
    ['altered', { hashes: [other] }],
    // Two rows of this sequence, or one whose column and text do not fit.
    ['altered', { hashes: [hash, other] }],
    ['cut', { lastSequence: 4 }],
    ['cut', { lastSequence: 0 }],
    ['missing', { lastSequence: 5 }],
    ['missing', { lastSequence: 9 }],
    ['removed', { checkpoint: { sequence: 6, hash: other }, lastSequence: 9 }],
    ['removed', { checkpoint: { sequence: 5, hash }, lastSequence: 0 }],
    ['altered', { checkpoint: { sequence: 5, hash: other }, lastSequence: 9 }],
    ['cut', { checkpoint: { sequence: 4, hash: other }, lastSequence: 0 }],
    ['kept', { checkpoint: { sequence: 4, hash: other }, hashes: [hash] }],
  ])('a head is %s if the trail has %j', (verdict, given) => {
    expect(checkHead(head, kept(given))).toMatchObject({ verdict });
  });

  it('the finding of a head that does not fit names the entry and what the trail has instead', () => {
    const detail = (given: Partial<Kept>) => checkHead(head, kept(given)).detail;
    const entry = 'entry 5, signed at 2026-11-15T10:00:00.000Z';
    expect(detail({ hashes: [other] })).toBe(`${entry}, has another hash`);
    expect(detail({ lastSequence: 3 })).toBe(`${entry}, is gone: the trail ends at 3`);
    expect(detail({ lastSequence: 0 })).toBe(`${entry}, is gone: the trail has no entries`);
    expect(detail({ lastSequence: 9 })).toBe(`${entry}, is gone, and the trail goes on to 9`);
    expect(detail({ hashes: [hash] })).toBe('');
  });
});
