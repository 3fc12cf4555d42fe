import { describe, expect, it } from 'vitest';
import { isTransactionConflict, isUnreachable, unavailableIfTemporary } from './errors.ts';

describe('telling database errors apart', () => {
  it('an error that is not of the database is returned unchanged', () => {
    const ring = new Error('x');
    ring.cause = ring;
    for (const thrown of [undefined, 'ECONNREFUSED', new TypeError('x'), ring, { code: 7 }]) {
      expect(isTransactionConflict(thrown)).toBe(false);
      expect(isUnreachable(thrown)).toBe(false);
      expect(unavailableIfTemporary(thrown)).toBe(thrown);
    }
  });

  it('a refused connection is recognized when several addresses were tried', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(isUnreachable(new AggregateError([refused]))).toBe(true);
  });
});
