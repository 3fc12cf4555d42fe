import { type Condition, type TextRule, violations } from './text-rule.ts';

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const maxLength = 254;

/** A domain with at least one dot; no quoted local part and no spaces, which few mail servers accept. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const message = 'must be an email address';
const conditions: readonly Condition[] = [
  { message, holds: ({ length }) => length <= maxLength },
  { message, holds: (text) => pattern.test(text) },
];

/**
 * For the OpenAPI document: also in upper case. Spaces around the address, which are trimmed, are not in it, because the format `email`
 * does not allow them.
 */
const patternOfSent = pattern.source.replaceAll('a-z', 'A-Za-z');

/** Normalized by trimming and lower-casing. */
export const emailAddress: TextRule = {
  schema: { maxLength, format: 'email', pattern: patternOfSent },
  normalize: (text) => text.trim().toLowerCase(),
  problemsOf: (text) => violations(text, conditions),
};
