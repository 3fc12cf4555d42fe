import { brokenBy, type Condition, type TextRule } from './text-rule.ts';

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

/** Taken as it is: one thing has one address. */
export const slug: TextRule = {
  schema: { maxLength: maxSlugLength, pattern: pattern.source },
  normalize: (text) => text,
  problemsOf: (text) => brokenBy(text, conditions),
};

/** As a person types it: trimmed. */
export const typedSlug: TextRule = { ...slug, normalize: (text) => text.trim() };
