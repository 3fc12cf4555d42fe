import { expect, it } from 'vitest';
import { resetPasskeysMail } from './reset-passkeys.ts';

it('both parts of the mail about deleted passkeys say who did it, how to get a new one, and what to do if it was not asked for', () => {
  const { text, html } = resetPasskeysMail(2, 'https://portal.example');
  for (const part of [text, html]) {
    expect(part).toContain('Whoever runs this installation of Patchbay has deleted all 2 passkeys');
    expect(part).toContain('Sign in with an emailed link');
    expect(part).toContain('https://portal.example/account');
    expect(part).toContain('If you did not ask for this');
  }
  expect(resetPasskeysMail(1, 'https://portal.example').text).toContain('the passkey of your account');
});
