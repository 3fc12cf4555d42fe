import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { providerAddress, signInErrorIn, signInErrors, withoutSignInError } from './provider-sign-in.ts';

const apiUrl = 'https://api.patchbay.example';
const callbackURL = 'https://portal.patchbay.example/invitations?from=mail';

describe('the address of a sign-in with a provider', () => {
  it('a sign-in with a provider starts at the API with the page to come back to', () => {
    expect(providerAddress({ apiUrl, provider: 'google', callbackURL })).toBe(
      'https://api.patchbay.example/v1/auth/google?callbackURL=https%3A%2F%2Fportal.patchbay.example%2Finvitations%3Ffrom%3Dmail',
    );
  });

  it('a sign-in with a provider passes on a typed email, and nothing that is not an email', () => {
    const hint = (email: string) =>
      new URL(providerAddress({ apiUrl, provider: 'microsoft', callbackURL, email })).searchParams.get(
        'loginHint',
      );
    expect(hint(' ada+x@acme.example ')).toBe('ada+x@acme.example');
    expect(hint('ada@')).toBeNull();
  });
});

describe('the error of a sign-in with a provider', () => {
  it('the error of a sign-in is read from the address', () => {
    expect(signInErrorIn('')).toBeUndefined();
    expect(signInErrorIn('?user_code=WDJB-MJHT')).toBeUndefined();
    expect(signInErrorIn('?user_code=WDJB-MJHT&error=not_invited')).toBe('not_invited');
  });

  it('an unknown error in the address counts as an error of the provider', () => {
    expect(signInErrorIn('?error=call+0900')).toBe('provider_error');
  });

  it('the error of a sign-in is taken out of the address and the rest stays', () => {
    expect(withoutSignInError('?error=not_invited')).toBe('');
    expect(withoutSignInError('?user_code=WDJB-MJHT&error=not_invited')).toBe('?user_code=WDJB-MJHT');
  });

  it('every error of a sign-in has words', () => {
    expect(Object.keys(en.signIn.errors)).toEqual(signInErrors);
  });
});
