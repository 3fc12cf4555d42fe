import { type Condition, type TextRule, violations } from './text-rule.ts';

export const maxSlugLength = 63;
const pattern = /^[a-z0-9][a-z0-9-]*$/;

const conditions: readonly Condition[] = [
  {
    message: `must have at most ${maxSlugLength} characters`,
    holds: ({ length }) => length <= maxSlugLength,
  },
  {
    message: 'must be lower-case letters, digits and hyphens, not beginning with a hyphen',
    holds: (text) => pattern.test(text),
  },
];

/** Not trimmed or lower-cased: a resource must not be reachable under two spellings. */
export const slug: TextRule = {
  schema: { maxLength: maxSlugLength, pattern: pattern.source },
  normalize: (text) => text,
  problemsOf: (text) => violations(text, conditions),
};

/** For slugs that a person types: trimmed first. */
export const typedSlug: TextRule = {
  ...slug,
  normalize: (text) => text.trim(),
};
