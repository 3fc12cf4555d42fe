import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryInteger } from './query-integer.ts';

const limit = queryInteger(1, 200);

describe('an integer in a query', () => {
  it.each(['1', '50', '200', '007'])('reads %j', (text) => {
    expect(limit.parse(text)).toBe(Number(text));
  });

  it.each(['', ' ', '1 ', '+1', '1.0', '1e1', '0x10', 'one', '0', '-1', '201', '9'.repeat(20)])(
    'refuses %j',
    (text) => {
      expect(limit.safeParse(text).success).toBe(false);
    },
  );

  it('is an integer in the document', () => {
    expect(z.toJSONSchema(limit, { io: 'input' })).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 200,
    });
  });
});
