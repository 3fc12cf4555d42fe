import type { SignInProvider } from '../../settings.ts';
import { isEmail } from './email.ts';

export interface ProviderSignIn {
  readonly apiUrl: string;
  readonly provider: SignInProvider;
  readonly callbackURL: string;
  /** What was typed so far; passed on only where it is an address, because the API refuses any other. */
  readonly email?: string | undefined;
}

/** Where a browser begins to sign in with a provider. */
export function providerAddress({ apiUrl, provider, callbackURL, email = '' }: ProviderSignIn): string {
  const query = new URLSearchParams({ callbackURL });
  if (isEmail(email)) query.set('loginHint', email.trim());
  return `${apiUrl}/v1/auth/${provider}?${query}`;
}
