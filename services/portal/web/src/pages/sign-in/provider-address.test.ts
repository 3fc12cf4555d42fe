import { describe, expect, it } from 'vitest';
import { providerAddress } from './provider-address.ts';

const apiUrl = 'https://api.patchbay.example';
const callbackURL = 'https://portal.patchbay.example/device?user_code=WDJB-MJHT';

describe('the address of a sign-in with a provider', () => {
  it('leads to the API, which gets the page to come back to', () => {
    expect(providerAddress({ apiUrl, provider: 'google', callbackURL })).toBe(
      'https://api.patchbay.example/v1/auth/google?callbackURL=https%3A%2F%2Fportal.patchbay.example%2Fdevice%3Fuser_code%3DWDJB-MJHT',
    );
  });

  it('names the account to sign in with, where one was typed', () => {
    const hint = (email: string) =>
      new URL(providerAddress({ apiUrl, provider: 'microsoft', callbackURL, email })).searchParams.get(
        'loginHint',
      );
    expect(hint(' ada+x@acme.example ')).toBe('ada+x@acme.example');
    expect(hint('ada@')).toBeNull();
  });
});
