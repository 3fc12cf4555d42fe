import { describe, expect, it } from 'vitest';
import { internal, invalid } from './failure.ts';
import { bounded, pathOf, readAll } from './field-problems.ts';

describe('a path', () => {
  it.each([
    [[], ''],
    [['a', 1, 'b'], 'a.1.b'],
    [['', 'a'], '.a'],
    [['a'.repeat(200)], 'a'.repeat(200)],
    [['a'.repeat(199), 'b'], `${'a'.repeat(199)}.…`],
    [['\ud800'], '\ufffd'],
  ])('the path of %j is joined by dots, truncated and valid Unicode', (names, path) => {
    expect(pathOf(names)).toBe(path);
  });
});

describe('the problems of an answer', () => {
  const problems = (length: number, path: string) =>
    Array.from({ length }, () => ({ path, message: 'is not known' }));

  it('an answer has the first 100 problems', () => {
    expect(bounded(problems(100, 'a'))).toHaveLength(100);
    expect(bounded(problems(2_000, 'a'))).toHaveLength(100);
  });

  it('long paths of problems are truncated once', () => {
    const long = `a.${'b'.repeat(250_000)}`;
    const [{ path } = { path: '' }] = bounded(problems(1, long));
    expect(path).toBe(`${long.slice(0, 200)}…`);
    expect(bounded(problems(1, path))).toEqual(problems(1, path));
  });

  it('the paths of all problems have at most 4,000 characters together', () => {
    expect(bounded(problems(20, 'a'.repeat(200)))).toHaveLength(20);
    expect(bounded(problems(100, 'a'.repeat(200)))).toHaveLength(20);
  });
});

const refuse = (path: string) => () => {
  throw invalid({ path, message: 'is wrong' });
};

describe('readAll', () => {
  it('readAll returns the result of every reader', () => {
    expect(readAll({ name: () => 'Shop', days: () => 7 })).toEqual({ name: 'Shop', days: 7 });
  });

  it('readAll throws the problems of all readers at once', () => {
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

  it('readAll throws any other error unchanged', () => {
    const bug = () => {
      throw internal('a bug');
    };
    expect(() => readAll({ name: refuse('name'), bug })).toThrow('a bug');
  });
});
