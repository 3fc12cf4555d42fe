import { describe, expect, it } from 'vitest';
import { readText, readTexts } from './read.ts';
import { displayName, signUpRules } from './rules.ts';

const signUp = {
  email: ' Ada@Acme.example ',
  name: ' Ada ',
  organizationName: ' Acme ',
  organizationSlug: 'acme',
};

describe('reading texts', () => {
  it('returns them as they are kept, and nothing that no rule names', () => {
    expect(readText(displayName, 'name', ' Ada ')).toBe('Ada');
    const withMore = { ...signUp, provider: 'google' };
    expect(readTexts(signUpRules, withMore)).toEqual({
      email: 'ada@acme.example',
      name: 'Ada',
      organizationName: 'Acme',
      organizationSlug: 'acme',
    });
  });

  it('refuses all that is wrong at once, each problem on its field', () => {
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
  ] as const)('bounds %s of a sign-up to %d characters', (field, max) => {
    const text = 'a'.repeat(max);
    expect(readTexts(signUpRules, { ...signUp, [field]: text })[field]).toBe(text);
    expect(() => readTexts(signUpRules, { ...signUp, [field]: `${text}a` })).toThrow(
      expect.objectContaining({ problems: [{ path: field, message: `must have 1 to ${max} characters` }] }),
    );
  });
});
