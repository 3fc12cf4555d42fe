import type { SignInProvider } from '../../settings.ts';
import { isEmail } from './email.ts';

interface ProviderSignIn {
  readonly apiUrl: string;
  readonly provider: SignInProvider;
  readonly callbackURL: string;
  /** The email typed so far; passed on only if it is valid, because the API refuses any other. */
  readonly email?: string | undefined;
}

/** The address at which a sign-in with a provider begins. */
export function providerAddress({ apiUrl, provider, callbackURL, email = '' }: ProviderSignIn): string {
  const query = new URLSearchParams({ callbackURL });
  if (isEmail(email)) query.set('loginHint', email.trim());
  return `${apiUrl}/v1/auth/${provider}?${query}`;
}

/** Reasons why a sign-in with a provider failed. The gateway adds one to the address that the browser comes back to. */
export const signInErrors = [
  'access_denied',
  'state_mismatch',
  'email_unverified',
  'not_invited',
  'account_suspended',
  'provider_error',
] as const;

export type SignInError = (typeof signInErrors)[number];

/** Reads the error from a query. An unknown error counts as one of the provider. */
export function signInErrorIn(search: string): SignInError | undefined {
  const error = new URLSearchParams(search).get('error');
  if (error === null) return undefined;
  return signInErrors.find((known) => known === error) ?? 'provider_error';
}

/** The query without the error; '' if nothing is left. */
export function withoutSignInError(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('error');
  return query.size > 0 ? `?${query}` : '';
}
