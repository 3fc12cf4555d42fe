import { expect, it } from 'vitest';
import { mailAddress } from './mail-link.tsx';

it('the address of a mail holds subject and text as they are, with line breaks as mail has them', () => {
  const address = mailAddress({ subject: 'Q&A + more', body: 'Hello,\nhttps://portal.example/?a=1&b=2' });
  expect(address).toBe(
    'mailto:?subject=Q%26A%20%2B%20more&body=Hello%2C%0D%0Ahttps%3A%2F%2Fportal.example%2F%3Fa%3D1%26b%3D2',
  );
});

it('what follows an at sign in a recipient cannot add fields', () => {
  expect(mailAddress({ to: 'ada@acme.example?bcc=eve@evil.example', subject: 'Hi' })).toBe(
    'mailto:ada@acme.example%3Fbcc%3Deve@evil.example?subject=Hi',
  );
});
