import type { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const problemsOf = (text: string) => {
  try {
    parse(text);
  } catch (error) {
    return (error as Failure).problems.map(({ path }) => path);
  }
  return [];
};

describe('a JSON body', () => {
  it('is read as it is', () => {
    const value = { a: [1, { b: 'x,"}{', c: null }], 'd\\': { a: 'é😀' } };
    expect(parse(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":{"b":1,"c":[0,{"d":1,"d":2}]}}', ['a.c.1.d']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":"a","b":{"a":"a"}}', []],
  ])('has each name once: %s', (text, paths) => {
    expect(problemsOf(text)).toEqual(paths);
  });

  it.each([
    ['nests too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, ['']],
    [
      'is made of problems',
      `[${Array(10_000).fill('"\\ud800"').join()}]`,
      Array.from({ length: 20 }, (_, index) => `${index}`),
    ],
  ])('costs no more than another where it %s', (_, text, paths) => {
    expect(problemsOf(text)).toEqual(paths);
  });

  it.each([
    ['{"a":"\\ud800"}', ['a']],
    ['{"a":["x","\\udc00y"]}', ['a.1']],
    ['{"a":"\\ud83d\\ude00"}', []],
    ['{"a":"\\\\ud800"}', []],
  ])('holds Unicode text: %s', (text, paths) => {
    expect(problemsOf(text)).toEqual(paths);
  });
});
