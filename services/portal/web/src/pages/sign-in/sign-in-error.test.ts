import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { signInErrorIn, signInErrors, withoutSignInError } from './sign-in-error.ts';

describe('the error of a sign-in with a provider', () => {
  it('is read from the address', () => {
    expect(signInErrorIn('')).toBeUndefined();
    expect(signInErrorIn('?user_code=WDJB-MJHT')).toBeUndefined();
    expect(signInErrorIn('?user_code=WDJB-MJHT&error=not_invited')).toBe('not_invited');
  });

  it('that is not known is one of the provider, whatever somebody wrote into the address', () => {
    expect(signInErrorIn('?error=call+0900')).toBe('provider_error');
  });

  it('is taken out of the address, the rest stays', () => {
    expect(withoutSignInError('?error=not_invited')).toBe('');
    expect(withoutSignInError('?user_code=WDJB-MJHT&error=not_invited')).toBe('?user_code=WDJB-MJHT');
  });

  it('has words', () => {
    expect(Object.keys(en.signIn.errors)).toEqual(signInErrors);
  });
});
