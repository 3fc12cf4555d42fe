import { describe, expect, it } from 'vitest';
import { bounded, pathOf } from './field-problems.ts';

describe('a path', () => {
  it.each([
    [[], ''],
    [['a', 1, 'b'], 'a.1.b'],
    [['', 'a'], '.a'],
    [['a'.repeat(200)], 'a'.repeat(200)],
    [['a'.repeat(199), 'b'], `${'a'.repeat(199)}.…`],
    [['\ud800'], '\ufffd'],
  ])('of %j is joined by dots, truncated and Unicode text', (names, path) => {
    expect(pathOf(names)).toBe(path);
  });
});

describe('the problems of an answer', () => {
  const problems = (length: number, path: string) =>
    Array.from({ length }, () => ({ path, message: 'is not known' }));

  it('are the first 100', () => {
    expect(bounded(problems(100, 'a'))).toHaveLength(100);
    expect(bounded(problems(2_000, 'a'))).toHaveLength(100);
  });

  it('have paths of 4,000 characters together', () => {
    expect(bounded(problems(20, 'a'.repeat(200)))).toHaveLength(20);
    expect(bounded(problems(100, 'a'.repeat(200)))).toHaveLength(20);
  });
});
