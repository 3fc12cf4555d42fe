import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emailPattern, isEmail, isSameEmail } from './email.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../../../gateway/openapi.json', import.meta.url), 'utf8'),
) as {
  components: { schemas: { SignInLinkRequest: { properties: { email: { pattern: string } } } } };
};

describe('an email', () => {
  it('has the pattern of the API', () => {
    const { pattern } = document.components.schemas.SignInLinkRequest.properties.email;
    expect(emailPattern.source).toBe(new RegExp(pattern).source);
  });

  it.each(['ada@acme.example', ' ada@acme.example ', "o'neil+x@sub.acme.example"])('is %j', (typed) => {
    expect(isEmail(typed)).toBe(true);
  });

  it.each(['', 'ada', 'ada@acme', 'ada acme@acme.example', `${'a'.repeat(65)}@acme.example`])(
    'is not %j',
    (typed) => {
      expect(isEmail(typed)).toBe(false);
    },
  );

  it('is longer than 254 characters nowhere', () => {
    const domain = Array.from({ length: 4 }, () => 'a'.repeat(60)).join('.');
    expect(isEmail(`ab@${domain}.example`)).toBe(true);
    expect(isEmail(`abc@${domain}.example`)).toBe(false);
  });

  it('is the same in upper case', () => {
    expect(isSameEmail('Ada@Acme.example', ' ada@acme.example')).toBe(true);
    expect(isSameEmail('ada@acme.example', 'alan@acme.example')).toBe(false);
  });
});
