import { describe, expect, it } from 'vitest';
import { isEmail, isSameEmail } from './email.ts';

/** The gateway's own schema. Loaded by its address, because the pages are built without the services. */
const schemas = new URL('../../../../../gateway/src/schemas/text.ts', import.meta.url).href;
const { emailAddress } = (await import(schemas)) as {
  emailAddress: { safeParse(value: string): { success: boolean } };
};
const isAccepted = (typed: string): boolean => emailAddress.safeParse(typed.trim()).success;

const domain = Array.from({ length: 4 }, () => 'a'.repeat(60)).join('.');

describe('isEmail', () => {
  it.each(['ada@acme.example', ' ada@acme.example ', "o'neil+x@sub.acme.example", `ab@${domain}.example`])(
    '%j is accepted as an email, by the page and by the API',
    (typed) => {
      expect([isEmail(typed), isAccepted(typed)]).toEqual([true, true]);
    },
  );

  it.each([
    '',
    'ada',
    'ada@acme',
    'ada acme@acme.example',
    `${'a'.repeat(65)}@acme.example`,
    `abc@${domain}.example`,
  ])('%j is refused as an email, by the page and by the API', (typed) => {
    expect([isEmail(typed), isAccepted(typed)]).toEqual([false, false]);
  });
});

it('emails are compared without case and surrounding spaces', () => {
  expect(isSameEmail('Ada@Acme.example', ' ada@acme.example')).toBe(true);
  expect(isSameEmail('ada@acme.example', 'alan@acme.example')).toBe(false);
});
