import { describe, expect, it } from 'vitest';
import { slug, typedSlug } from './slug.ts';

const pattern = 'must be lower-case letters, digits and hyphens, not beginning with a hyphen';

describe('a slug', () => {
  it.each(['a', '7', 'spring-2026', 'a-', 'a'.repeat(63)])('%j is a slug', (text) => {
    expect(slug.problemsOf(text)).toEqual([]);
  });

  it.each([
    ['', [pattern]],
    ['-a', [pattern]],
    ['A', [pattern]],
    ['a\n', [pattern]],
    ['a'.repeat(64), ['must have at most 63 characters']],
    ['A'.repeat(64), ['must have at most 63 characters', pattern]],
  ])('%j is no slug', (text, problems) => {
    expect(slug.problemsOf(slug.normalize(text))).toEqual(problems);
  });

  it('only a typed slug is trimmed', () => {
    expect([typedSlug.normalize(' a\n'), slug.normalize(' a\n')]).toEqual(['a', ' a\n']);
  });
});
