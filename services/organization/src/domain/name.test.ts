import { describe, expect, it } from 'vitest';
import { nameOf, slugOf } from './name.ts';

const refusedOn = (path: string) =>
  expect.objectContaining({ code: 'invalid', problems: [expect.objectContaining({ path })] }) as Error;

describe('nameOf', () => {
  it.each(['', '   ', 'a'.repeat(101), 'two\nlines', 'a\u0000b'])('a name cannot be %j', (text) => {
    expect(() => nameOf(text)).toThrow(refusedOn('name'));
  });
});

describe('slugOf', () => {
  it.each(['', '-a', 'A', 'a_b', 'a b', 'ä', 'a'.repeat(64), 'a\n'])('a slug cannot be %j', (slug) => {
    expect(() => slugOf(slug)).toThrow(refusedOn('slug'));
  });
});
