import { createOidcProvider, type OidcAccount, type TestOidcProvider } from '@patchbay/testing/oidc';
import { afterAll } from 'vitest';
import type { ProviderName } from '../domain/provider-identity.ts';
import { anonymously, startIdentity, type TestIdentity } from '../test-bed.fixture.ts';

const redirectUriOf = (provider: string) => `https://api.example/v1/auth/${provider}/callback`;

export interface TestProviders {
  readonly identity: TestIdentity;
  readonly google: TestOidcProvider;
  readonly microsoft: TestOidcProvider;
  /** Starts a flow, signs in at the provider, and returns what the browser is redirected back with. */
  readonly visitProvider: (
    provider: ProviderName,
    account: OidcAccount,
    options?: VisitOptions,
  ) => Promise<CallbackRequest>;
  /** `visitProvider`, then `complete`. */
  signIn(provider: ProviderName, account: OidcAccount, options?: VisitOptions): Promise<Landing>;
  readonly complete: (returned: CallbackRequest) => Promise<Landing>;
  stop(): Promise<void>;
}

export interface VisitOptions {
  readonly callbackUrl?: string;
  readonly loginHint?: string;
  readonly deny?: boolean;
  /** The cookie of the sign-up that the browser has made. */
  readonly signUpProof?: string;
  /** The cookie of the session that the browser carries. */
  readonly browserSessionToken?: string;
}

/** The request of `completeProviderSignIn`. */
export interface CallbackRequest {
  readonly provider: string;
  readonly query: string;
  readonly flow: string;
  readonly signUpProof?: string;
  readonly browserSessionToken?: string;
}

export type Landing = Awaited<ReturnType<TestIdentity['client']['completeProviderSignIn']>>;

let subjects = 0;
/** A provider account with a subject that no other test uses. At Google, the domain of its address runs it. */
export const newAccount = (account: Omit<OidcAccount, 'sub'> = {}): OidcAccount => {
  subjects += 1;
  const hd = account.email?.split('@')[1] ?? '';
  return { sub: `subject-${subjects}`, tid: '11111111-1111-4111-8111-111111111111', hd, ...account };
};

/** The session that a sign-in opened; throws where it opened none. */
export function signedInOf({ outcome }: Landing) {
  if (outcome.case !== 'signedIn') throw new Error(`no session: ${outcome.value}`);
  const { sessionToken, session, user } = outcome.value;
  if (session === undefined || user === undefined) throw new Error('no session');
  return { sessionToken, session, user };
}

/** Identity with both sign-in providers; the simulated Microsoft has one issuer per tenant. */
export async function startWithProviders(): Promise<TestProviders> {
  const [google, microsoft] = await Promise.all([
    createOidcProvider({ redirectUri: redirectUriOf('google') }),
    createOidcProvider({ redirectUri: redirectUriOf('microsoft'), perTenant: true }),
  ]);
  const oidc = { google, microsoft };
  const clientOf = (provider: ProviderName) => {
    const { issuer, clientId, clientSecret } = oidc[provider];
    return { provider, issuer, clientId, clientSecret, redirectUri: redirectUriOf(provider) };
  };
  const identity = await startIdentity({ providers: [clientOf('google'), clientOf('microsoft')] });
  const { client } = identity;

  const visitProvider: TestProviders['visitProvider'] = async (provider, account, options = {}) => {
    const { callbackUrl = '', loginHint = '', deny = false, ...cookies } = options;
    oidc[provider].setAccount(account);
    const { authorizationUrl, flow } = await client.startProviderSignIn(
      { provider, callbackUrl, loginHint },
      anonymously(),
    );
    const { search } = await oidc[provider].authorize(authorizationUrl, { sub: account.sub, deny });
    return { provider, query: search.slice(1), flow, ...cookies };
  };
  const complete: TestProviders['complete'] = (returned) =>
    client.completeProviderSignIn(returned, anonymously());
  return {
    ...oidc,
    identity,
    visitProvider,
    complete,
    signIn: async (...parameters) => complete(await visitProvider(...parameters)),
    async stop() {
      await identity.stop();
      await Promise.all([google.stop(), microsoft.stop()]);
    },
  };
}

/** One that all tests of a file share. */
export async function sharedWithProviders(): Promise<TestProviders> {
  const bed = await startWithProviders();
  afterAll(() => bed.stop());
  return bed;
}
