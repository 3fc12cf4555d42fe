import { internal, invalid } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { readAll } from './read-all.ts';

const refuse = (path: string) => () => {
  throw invalid({ path, message: 'is wrong' });
};

describe('readAll', () => {
  it('returns what every reader read', () => {
    expect(readAll({ name: () => 'Shop', days: () => 7 })).toEqual({ name: 'Shop', days: 7 });
  });

  it('throws the problems of all readers at once', () => {
    expect(() => readAll({ name: refuse('name'), days: () => 7, url: refuse('returnUrl') })).toThrow(
      expect.objectContaining({
        code: 'invalid',
        problems: [
          { path: 'name', message: 'is wrong' },
          { path: 'returnUrl', message: 'is wrong' },
        ],
      }),
    );
  });

  it('throws any other error as it is', () => {
    const bug = () => {
      throw internal('a bug');
    };
    expect(() => readAll({ name: refuse('name'), bug })).toThrow('a bug');
  });
});
