import { describe, expect, it } from 'vitest';
import { emailAddress } from './email-address.ts';

const problemsOf = (text: string) => emailAddress.problemsOf(emailAddress.normalize(text));
const domainOf = (length: number) => `${'b.'.repeat(length / 2 - 1)}io`;

describe('an email address', () => {
  it('an email address is stored in lower case, without the space around it', () => {
    expect(emailAddress.normalize(' Ada.L+x@Mail.Acme.Example ')).toBe('ada.l+x@mail.acme.example');
    expect(problemsOf(' Ada.L+x@Mail.Acme.Example ')).toEqual([]);
  });

  it('an email address has at most 254 characters', () => {
    expect(problemsOf(`${'a'.repeat(63)}@${domainOf(190)}`)).toEqual([]);
    expect(problemsOf(`${'a'.repeat(64)}@${domainOf(190)}`)).toEqual(['must be an email address']);
  });

  it.each([
    '',
    'a',
    'a@b',
    '@b.example',
    'a@b@c.example',
    'a b@c.example',
    'a\u0000@b.example',
    'a@-b.example',
    'a@b..example',
    'ü@b.example',
    'a\u200b@b.example',
    `${'a'.repeat(65)}@b.example`,
  ])('%j is no email address', (text) => {
    expect(problemsOf(text)).toEqual(['must be an email address']);
  });
});
