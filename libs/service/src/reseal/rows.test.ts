import { describe, expect, it } from 'vitest';
import { type LockedRow, resealRow } from './rows.ts';
import { credentials, notes, sealers, stranger } from './things.fixture.ts';

const row = (sealed: LockedRow['sealed']): LockedRow => ({ id: '1', sealed, binding: ['1'] });
const access = sealers.old.seal('a', 'credential 1 access');
const refresh = sealers.new.seal('r', 'credential 1 refresh');

describe('a row of sealed values', () => {
  it.each([row(null), row({}), row({ refresh })])('a row of the first key is not changed: %#', (locked) => {
    expect(resealRow(credentials, sealers.both, locked)).toEqual({ outcome: 'current' });
  });

  it('only the text of another key is resealed', () => {
    const result = resealRow(credentials, sealers.both, row({ access, refresh }));
    if (result.outcome !== 'resealed') throw new Error(result.outcome);
    const resealed = JSON.parse(result.text) as Record<string, string>;
    expect(resealed['refresh']).toBe(refresh);
    expect(sealers.new.open(resealed['access'] ?? '', 'credential 1 access').toString()).toBe('a');
  });

  it.each([
    ['of an unknown key', stranger.seal('a', 'note ada 1'), 'not in the ring'],
    ['of another record', sealers.old.seal('a', 'note ada 2'), 'sealed for another record'],
    ['that names no key', 'hunter2', 'not in the ring'],
  ])('a row with %s is unreadable, and the error does not contain its text', (_what, sealed, reason) => {
    const result = resealRow(notes, sealers.both, { id: '1', sealed, binding: ['ada', '1'] });
    expect(result).toEqual({ outcome: 'unreadable', reason: expect.stringContaining(reason) });
    expect(JSON.stringify(result)).not.toContain(sealed);
  });

  it('a row fails if the declaration of its column fails', () => {
    const broken = {
      ...notes,
      reseal: () => {
        throw new TypeError('a mistake');
      },
    };
    expect(() => resealRow(broken, sealers.both, row(access))).toThrow('a mistake');
  });
});
