import { parseJson } from '@patchbay/outgoing/json';
import { describe, expect, it } from 'vitest';
import { at, listAt, textAt } from './json-path.ts';

const answer = parseJson('{"data":[{"id":7300000000000000001,"name":"","n":5}],"none":null,"text":"x"}');

describe('a value of an answer', () => {
  it('is found by names and positions', () => {
    expect(at(answer, 'data', 0, 'n')).toBe(5);
    expect(listAt(answer, 'data')).toHaveLength(1);
  });

  it('keeps every digit of an id', () => {
    expect(textAt(answer, 'data', 0, 'id')).toBe('7300000000000000001');
  });

  it('is text or nothing', () => {
    expect(textAt(answer, 'data', 0, 'n')).toBe('5');
    expect(textAt(answer, 'data', 0, 'name')).toBeUndefined();
    expect(textAt(answer, 'none')).toBeUndefined();
    expect(textAt(answer, 'data')).toBeUndefined();
  });

  it.each([['constructor'], ['text', 'length'], ['data', 'length'], ['data', 1], ['none', 'x']])(
    'is undefined where there is none: %j',
    (...path) => {
      expect(at(answer, ...path)).toBeUndefined();
    },
  );

  it('is an empty list where there is no list', () => {
    expect(listAt(answer, 'text')).toEqual([]);
    expect(listAt(undefined, 'data')).toEqual([]);
  });
});
