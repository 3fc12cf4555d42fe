import type { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const failureOf = (text: string): Failure | undefined => {
  try {
    parse(text);
  } catch (error) {
    return error as Failure;
  }
  return undefined;
};
const problemsOf = (text: string) => failureOf(text)?.problems.map(({ path }) => path) ?? [];

describe('a JSON body', () => {
  it('a valid body is parsed unchanged', () => {
    const value = { a: [1, { b: 'x,"}{', c: null }], 'd\\': { a: 'é😀' } };
    expect(parse(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":{"b":1,"c":[0,{"d":1,"d":2}]}}', ['a.c.1.d']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":"a","b":{"a":"a"}}', []],
  ])('a repeated member name is refused: %s', (text, paths) => {
    expect(problemsOf(text)).toEqual(paths);
  });

  it.each([
    ['nests too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, ['']],
    [
      'is made of problems',
      `[${Array(10_000).fill('"\\ud800"').join()}]`,
      Array.from({ length: 20 }, (_, index) => `${index}`),
    ],
  ])('the scan of a body stops after 20 problems where it %s', (_, text, paths) => {
    expect(problemsOf(text)).toEqual(paths);
  });

  it.each([
    ['given more than once', '"a":1', 'must be given once'],
    ['no Unicode text', '"b":"\\ud800"', 'must be Unicode text'],
  ])('problems do not repeat long names of a body where members are %s', (_, member, message) => {
    const depth = 31;
    const inside = Array(21).fill(member).join();
    const text = `${`{"${'n'.repeat(8_000)}":`.repeat(depth)}{${inside}}${'}'.repeat(depth)}`;
    const problems = failureOf(text)?.problems ?? [];
    const path = `${'n'.repeat(200)}…`;
    expect(problems.length).toBeGreaterThan(1);
    expect(problems).toContainEqual({ path, message });
    expect(JSON.stringify(problems).length).toBeLessThan(8_000);
  });

  it('every problem has a path in Unicode text, also where a name is no Unicode text or is cut', () => {
    const name = `${'n'.repeat(199)}😀`;
    expect(problemsOf(`{"${name}":"\\ud800","\\udc00":1}`)).toEqual([`${'n'.repeat(199)}\ufffd…`, '\ufffd']);
  });

  it.each([
    ['nests too deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'must nest at most 32 deep'],
    ['nests too deep, and is no JSON', '['.repeat(33), 'must nest at most 32 deep'],
    ['has too many elements', `[${Array(2_001).fill(1).join()}]`, 'must have at most 2000 values'],
    ['has too many members', `{${Array(2_001).fill('"a":1').join()}`, 'must be JSON'],
    [
      'has too many names',
      `{${Array.from({ length: 2_001 }, (_, name) => `"${name}":1`).join()}}`,
      'must have at most 2000 values',
    ],
    ['has too many arrays', `[${Array(1_000).fill('[]').join()},[]]`, 'must have at most 2000 values'],
    ['ends in a string', '{"a":"b', 'must be JSON'],
    ['ends in an escape sequence', '{"a":"b\\', 'must be JSON'],
    ['has an escape sequence in a name that JSON does not have', '{"\\x":1}', 'must be JSON'],
    ['closes more than it opens', ']]}', 'must be JSON'],
  ])('a body is refused as a whole where it %s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('a body may nest 32 deep and have 2,000 values', () => {
    const deep = `${'['.repeat(32)}${']'.repeat(32)}`;
    expect(JSON.stringify(parse(deep))).toBe(deep);
    expect(parse(`[${Array(1_998).fill('",[{"').join()}]`)).toHaveLength(1_998);
  });

  it('an escaped quote does not end a string', () => {
    for (const value of ['\\', '"', '\\"', 'a\\\\', '"}', '\\",{']) {
      expect(parse(JSON.stringify({ a: value, b: [value] }))).toEqual({ a: value, b: [value] });
    }
  });

  it.each([
    ['{"a":"\\ud800"}', ['a']],
    ['{"a":["x","\\udc00y"]}', ['a.1']],
    ['{"a":"\\ud83d\\ude00"}', []],
    ['{"a":"\\\\ud800"}', []],
  ])('a string with a lone surrogate is refused: %s', (text, paths) => {
    expect(problemsOf(text)).toEqual(paths);
  });
});
