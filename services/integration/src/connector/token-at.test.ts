import { describe, expect, it } from 'vitest';
import { tokenAt } from './token-at.ts';

describe('the access token of an answer', () => {
  it('is found at its path', () => {
    expect(tokenAt({ data: { token: 'Atza|a-b_c.d=' } }, 'data', 'token')).toBe('Atza|a-b_c.d=');
  });

  it.each([undefined, null, {}, { token: '' }, { token: null }, { token: {} }])(
    'is missing: %j',
    (answer) => {
      expect(() => tokenAt(answer, 'token')).toThrow(
        expect.objectContaining({ kind: 'transient', code: 'no access token in the answer' }),
      );
    },
  );

  it.each(['a\nb', 'a\r\nX-Other: b', 'tök', 'a\u0000', 'a\u2013b'])(
    'is refused where no header can carry it: %j',
    (token) => {
      expect(() => tokenAt({ token }, 'token')).toThrow(
        expect.objectContaining({ kind: 'transient', code: 'the access token cannot be sent in a header' }),
      );
    },
  );
});
