import { parseJson } from '@patchbay/outgoing/json';
import { describe, expect, it } from 'vitest';
import { at, listAt, textAt } from './json-path.ts';

const answer = parseJson('{"data":[{"id":7300000000000000001,"name":"","n":5}],"none":null,"text":"x"}');

describe('a value of an answer', () => {
  it('a value of an answer is found by names and positions', () => {
    expect(at(answer, 'data', 0, 'n')).toBe(5);
    expect(listAt(answer, 'data')).toHaveLength(1);
  });

  it('a number of an answer keeps every digit as text', () => {
    expect(textAt(answer, 'data', 0, 'id')).toBe('7300000000000000001');
  });

  it('a value that is no text or number is undefined', () => {
    expect(textAt(answer, 'data', 0, 'n')).toBe('5');
    expect(textAt(answer, 'data', 0, 'name')).toBeUndefined();
    expect(textAt(answer, 'none')).toBeUndefined();
    expect(textAt(answer, 'data')).toBeUndefined();
  });

  it.each([['constructor'], ['text', 'length'], ['data', 'length'], ['data', 1], ['none', 'x']])(
    'a missing value of an answer is undefined: %j',
    (...path) => {
      expect(at(answer, ...path)).toBeUndefined();
    },
  );

  it('a missing list is empty', () => {
    expect(listAt(answer, 'text')).toEqual([]);
    expect(listAt(undefined, 'data')).toEqual([]);
  });
});
