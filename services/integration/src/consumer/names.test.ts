import { describe, expect, it } from 'vitest';
import { newestOf } from './names.ts';

const at = (id: string, name: string, second: number) => ({
  id,
  name,
  asOf: new Date(Date.UTC(2026, 3, 1, 12, 0, second)),
});

describe('newestOf', () => {
  it('newestOf keeps the newest name of each id, whatever the order', () => {
    expect(newestOf([at('a', 'new', 2), at('b', 'other', 1), at('a', 'old', 1)])).toEqual([
      at('a', 'new', 2),
      at('b', 'other', 1),
    ]);
  });

  it('newestOf keeps the last of several names of the same time', () => {
    expect(newestOf([at('a', 'first', 1), at('a', 'second', 1)])).toEqual([at('a', 'second', 1)]);
  });
});
