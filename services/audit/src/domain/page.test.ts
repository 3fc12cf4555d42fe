import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { cursorOf, pageOf } from './page.ts';

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
/** A cursor after this sequence, recorded in November 2026. */
const recordedAt = new Date('2026-11-15T10:00:00.123Z');
const after = (sequence: number): string => cursorOf({ sequence, recordedAt });
const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('a page of the trail', () => {
  it('a page has the newest 50 entries by default', () => {
    expect(pageOf(asked)).toEqual({ before: undefined, limit: 50, filters: {} });
  });

  it('a page continues after its cursor', () => {
    expect(pageOf({ ...asked, cursor: after(41), limit: 10 })).toMatchObject({
      before: { sequence: 41, recordedAt },
      limit: 10,
    });
    expect(pageOf({ ...asked, cursor: after(2 ** 40) }).before?.sequence).toBe(2 ** 40);
    const latest = new Date('9999-12-31T23:59:59.999Z');
    for (const time of [new Date(0), latest])
      expect(
        pageOf({ ...asked, cursor: cursorOf({ sequence: 1, recordedAt: time }) }).before?.recordedAt,
      ).toEqual(time);
  });

  it.each([
    'garbage',
    encoded('a1.41'),
    encoded('a2.41'),
    encoded('a2.0.1'),
    encoded('a2.-4.1'),
    encoded('a2.1e3.1'),
    encoded('a2.41.-1'),
    encoded('a2.41.253402300800000'),
  ])('a foreign cursor is refused: %j', (cursor) => {
    expect(problemOf(() => pageOf({ ...asked, cursor }))).toBe('cursor');
  });

  it('a page has at most 200 entries', () => {
    expect(pageOf({ ...asked, limit: 200 }).limit).toBe(200);
    expect(problemOf(() => pageOf({ ...asked, limit: 201 }))).toBe('limit');
  });

  it('a range that ends before it begins is refused', () => {
    const [early, late] = [new Date(1_000), new Date(2_000)];
    expect(problemOf(() => pageOf({ ...asked, filters: { from: late, to: early } }))).toBe('from');
    expect(problemOf(() => pageOf({ ...asked, filters: { from: early, to: early } }))).toBeUndefined();
  });
});
