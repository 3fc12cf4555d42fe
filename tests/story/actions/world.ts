import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { TestOidcProvider } from '@patchbay/testing/oidc';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { apiAt } from '../../api.ts';
import { linkTokenFor } from '../../people.ts';
import type { Expected, Perform } from './performer.ts';

export interface World {
  readonly address: string;
  /** Of the pages. */
  readonly portalAddress: string;
  readonly perform: Perform;
  readonly smtp: TestSmtpServer;
  readonly google: TestOidcProvider;
  readonly providers: AdProviders;
  /** Does what is due in the background, and what follows from it. */
  readonly runDue: () => Promise<void>;
}

/** Every character that a header can carry and JSON writes in a way of its own. */
const userAgent = 'Story/1.0 ("quoted" \\ back\\u007fslash; \u00e9\u00a0\u00ff)\ttab';

export const asBrowser = (...cookies: string[]) => ({ 'user-agent': userAgent, cookie: cookies.join('; ') });
export const withSession = (token: string) => ({
  'user-agent': userAgent,
  authorization: `Bearer ${token}`,
});
export const withKey = (key: string) => ({ 'user-agent': userAgent, 'x-api-key': key });

export interface Person {
  readonly userId: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs in with a mailed link; `cookies` are those of the browser that opens it. */
export async function signInByLink(
  { address, perform, smtp }: World,
  email: string,
  expected: Expected,
  cookies: readonly string[] = [],
): Promise<Person> {
  const token = await linkTokenFor(apiAt(address), smtp, email);
  return openLink({ perform }, token, expected, cookies);
}

/** Opens the mailed link with this token. */
export async function openLink(
  { perform }: Pick<World, 'perform'>,
  token: string,
  expected: Expected,
  cookies: readonly string[] = [],
): Promise<Person> {
  const { body } = await perform<{ token: string; user: { id: string } }>(
    'verifySignInLink',
    { body: { token }, headers: asBrowser(...cookies) },
    expected,
  );
  return { userId: body.user.id, token: body.token, headers: withSession(body.token) };
}
