import { brokenBy, type Condition, type TextRule } from './text-rule.ts';

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const maxLength = 254;

/** What mail servers accept in practice: dots in the domain, no quotes, no spaces. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const message = 'must be an email address';
const conditions: readonly Condition[] = [
  { message, holds: ({ length }) => length <= maxLength },
  { message, holds: (text) => pattern.test(text) },
];

/** Trimmed; compared and kept in lower case. */
export const emailAddress: TextRule = {
  schema: { maxLength, format: 'email', pattern: pattern.source },
  normalize: (text) => text.trim().toLowerCase(),
  problemsOf: (text) => brokenBy(text, conditions),
};
