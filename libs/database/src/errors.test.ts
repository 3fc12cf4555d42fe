import { describe, expect, it } from 'vitest';
import { isTransactionConflict, isUnreachable, unavailableIfTemporary } from './errors.ts';

describe('telling database errors apart', () => {
  it('takes nothing else for one', () => {
    const ring = new Error('x');
    ring.cause = ring;
    for (const thrown of [undefined, 'ECONNREFUSED', new TypeError('x'), ring, { code: 7 }]) {
      expect(isTransactionConflict(thrown)).toBe(false);
      expect(isUnreachable(thrown)).toBe(false);
      expect(unavailableIfTemporary(thrown)).toBe(thrown);
    }
  });

  it('finds the reason among several addresses that were tried', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(isUnreachable(new AggregateError([refused]))).toBe(true);
  });
});
