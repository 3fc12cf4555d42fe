import { describe, expect, it } from 'vitest';
import { refuseWhenFull } from './bounds.ts';

describe('the integrations of a workspace', () => {
  it('are at most 1,000', () => {
    expect(() => refuseWhenFull(999)).not.toThrow();
    expect(() => refuseWhenFull(1_000)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        publicText: expect.stringContaining('1,000 integrations'),
      }),
    );
  });
});
