import { describe, expect, it } from 'vitest';
import { displayName, signUpRules } from './rules.ts';
import { readText, readTexts } from './text-rule.ts';

const signUp = {
  email: ' Ada@Acme.example ',
  name: ' Ada ',
  organizationName: ' Acme ',
  organizationSlug: 'acme',
};

describe('reading texts', () => {
  it('readTexts returns the normalized texts of its rules and nothing else', () => {
    expect(readText(displayName, 'name', ' Ada ')).toBe('Ada');
    const withMore = { ...signUp, provider: 'google' };
    expect(readTexts(signUpRules, withMore)).toEqual({
      email: 'ada@acme.example',
      name: 'Ada',
      organizationName: 'Acme',
      organizationSlug: 'acme',
    });
  });

  it('readTexts reports all problems at once, each with its field', () => {
    const wrong = { ...signUp, name: 'a\nb', organizationSlug: 'A' };
    expect(() => readTexts(signUpRules, wrong)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        problems: [
          { path: 'name', message: 'must not contain control characters' },
          {
            path: 'organizationSlug',
            message: 'must be lower-case letters, digits and hyphens, not beginning with a hyphen',
          },
        ],
      }),
    );
  });

  it.each([
    ['name', 100],
    ['organizationName', 100],
  ] as const)('the %s of a sign-up has at most %d characters', (field, max) => {
    const text = 'a'.repeat(max);
    expect(readTexts(signUpRules, { ...signUp, [field]: text })[field]).toBe(text);
    expect(() => readTexts(signUpRules, { ...signUp, [field]: `${text}a` })).toThrow(
      expect.objectContaining({ problems: [{ path: field, message: `must have 1 to ${max} characters` }] }),
    );
  });
});
