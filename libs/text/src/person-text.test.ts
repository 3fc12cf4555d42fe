import { describe, expect, it } from 'vitest';
import { personText } from './person-text.ts';

const rule = personText(1, 3);
const problemsOf = (text: string) => rule.problemsOf(rule.normalize(text));

describe('text that people type', () => {
  it.each(['a', ' abc ', '  😀😀😀\n'])('may be %j', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('is kept without the space around it', () => {
    expect(rule.normalize('  😀 😀\n')).toBe('😀 😀');
  });

  it.each(['', '   ', 'abcd', '😀😀😀😀', 'a'.repeat(1_000)])('is measured in code points: %j', (text) => {
    expect(problemsOf(text)).toEqual(['must have 1 to 3 characters']);
  });

  it.each(['a\u0000', 'a\nb', 'a\u007fb', 'a\u0085b'])('has no control characters: %j', (text) => {
    expect(problemsOf(text)).toEqual(['must not contain control characters']);
  });

  it('is not read where it is far too long', () => {
    expect(problemsOf('a\n\u200b'.repeat(100_000))).toEqual(['must have 1 to 3 characters']);
  });

  it('is told all that is wrong with it', () => {
    expect(problemsOf('a\nb\nc')).toEqual([
      'must have 1 to 3 characters',
      'must not contain control characters',
    ]);
  });

  it.each([
    [' ab ', 'ab'],
    ['a\u0000b', 'a b'],
    ['abcd', 'abc'],
    ['ab cd', 'ab'],
    ['😀😀😀😀', '😀😀😀'],
    ['a\ud800', 'a\ufffd'],
  ])('%j is made to fit as %j', (text, fitting) => {
    expect(rule.fit(text)).toBe(fitting);
    expect(problemsOf(fitting)).toEqual([]);
  });

  it.each(['', '  ', '\u0000'])('%j cannot be made to fit', (text) => {
    expect(rule.fit(text)).toBeUndefined();
  });
});
