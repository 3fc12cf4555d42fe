import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { cursorOf } from './cursor.ts';
import { pageOf } from './page.ts';

const problemOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return error.problems[0]?.path;
    throw error;
  }
  return undefined;
};
const asked = { cursor: '', limit: 0, filters: {} };

describe('a page of the trail', () => {
  it('is the newest 50 unless it says otherwise', () => {
    expect(pageOf(asked)).toEqual({ before: undefined, limit: 50, filters: {} });
  });

  it('goes on where a cursor stands', () => {
    expect(pageOf({ ...asked, cursor: cursorOf(41), limit: 10 })).toMatchObject({ before: 41, limit: 10 });
    expect(pageOf({ ...asked, cursor: cursorOf(2 ** 40) }).before).toBe(2 ** 40);
  });

  it.each([
    'garbage',
    '41',
    `${cursorOf(41)}=`,
    `${cursorOf(41)}\n`,
    Buffer.from('a1.0').toString('base64url'),
    Buffer.from('a1.-4').toString('base64url'),
    Buffer.from('a1.041').toString('base64url'),
    Buffer.from('a1.1e3').toString('base64url'),
    Buffer.from('b2.41').toString('base64url'),
    Buffer.from('a1.99999999999999999999').toString('base64url'),
  ])('refuses a cursor that is not ours: %j', (cursor) => {
    expect(problemOf(() => pageOf({ ...asked, cursor }))).toBe('cursor');
  });

  it('has 200 entries at the most', () => {
    expect(pageOf({ ...asked, limit: 200 }).limit).toBe(200);
    expect(problemOf(() => pageOf({ ...asked, limit: 201 }))).toBe('limit');
  });

  it('refuses a range that ends before it begins', () => {
    const [early, late] = [new Date(1_000), new Date(2_000)];
    expect(problemOf(() => pageOf({ ...asked, filters: { from: late, to: early } }))).toBe('from');
    expect(problemOf(() => pageOf({ ...asked, filters: { from: early, to: early } }))).toBeUndefined();
  });
});
