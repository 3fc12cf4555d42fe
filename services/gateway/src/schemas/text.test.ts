import { describe, expect, it } from 'vitest';
import { emailAddress, personText, slug } from './text.ts';

describe('text that people type', () => {
  const name = personText(1, 3);

  it('is trimmed, then measured in characters as people count them', () => {
    expect(name.parse('  😀😀😀\n')).toBe('😀😀😀');
    expect(name.safeParse('abcd').success).toBe(false);
    expect(name.safeParse('   ').success).toBe(false);
  });

  it.each(['a\u0000', 'a\nb', 'a\u007fb', 'a\u0085b'])('has no control characters: %j', (value) => {
    expect(name.safeParse(value).success).toBe(false);
  });
});

describe('an email address', () => {
  it('is kept in lower case', () => {
    expect(emailAddress.parse(' Ada.L+x@Mail.Acme.Example ')).toBe('ada.l+x@mail.acme.example');
  });

  it.each([
    'a',
    'a@b',
    '@b.example',
    'a b@c.example',
    'a@-b.example',
    'a@b..example',
    `${'a'.repeat(65)}@b.example`,
  ])('is not %s', (value) => {
    expect(emailAddress.safeParse(value).success).toBe(false);
  });
});

describe('a slug', () => {
  it.each(['a', 'a-1', '0', 'a'.repeat(63)])('may be %s', (value) => {
    expect(slug.parse(value)).toBe(value);
  });

  it.each(['', '-a', 'A', 'a_b', 'a'.repeat(64)])('is not %s', (value) => {
    expect(slug.safeParse(value).success).toBe(false);
  });
});
