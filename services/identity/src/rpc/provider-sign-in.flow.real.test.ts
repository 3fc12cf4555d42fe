import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anonymously, callAsUser, type SignedIn, signUpAndIn, startIdentity } from '../test-bed.fixture.ts';
import {
  type CallbackRequest,
  newAccount,
  sharedWithProviders,
  startWithProviders,
} from './provider-sign-in.fixture.ts';

const bed = await sharedWithProviders();

const callbackUrl = 'https://portal.example/reports';
/** The result of a failed sign-in: the only session is the one that the sign-in link opened. */
const failed = (error: string, { landsAt = callbackUrl, sessions = 1 } = {}) => ({
  landsAt,
  error,
  sessions,
});

describe('a sign-in at a provider', () => {
  let ada: SignedIn;
  let account: ReturnType<typeof newAccount>;

  beforeEach(async () => {
    ada = await signUpAndIn(bed.identity);
    account = newAccount({ email: ada.user.email, email_verified: true });
  });
  afterEach(() => {
    bed.google.tamper();
    bed.microsoft.tamper();
  });

  const visit = (provider: 'google' | 'microsoft' = 'google') =>
    bed.visitProvider(provider, account, { callbackUrl });
  /** The callback URL, the error, and how many sessions the person has afterwards. */
  const complete = async (returned: CallbackRequest) => {
    const { callbackUrl: landsAt, outcome } = await bed.complete(returned);
    const { sessions } = await bed.identity.client.listSessions({}, callAsUser(ada));
    return { landsAt, error: outcome.case === 'error' ? outcome.value : null, sessions: sessions.length };
  };

  it('the provider gets the address as a login hint', async () => {
    await bed.visitProvider('google', account, { loginHint: ada.user.email });
    expect(bed.google.requests.at(-1)?.get('login_hint')).toBe(ada.user.email);
  });

  it('a sign-in at a provider expires after ten minutes', async () => {
    const { flowSeconds } = await bed.identity.client.startProviderSignIn(
      { provider: 'google' },
      anonymously(),
    );
    expect(flowSeconds).toBe(600);
  });

  it('the cookie of a sign-in at a provider is encrypted', async () => {
    const { query, flow } = await visit();
    expect(flow).not.toContain(new URLSearchParams(query).get('state'));
    expect(Buffer.from(flow.slice(flow.indexOf('.') + 1), 'base64url').toString('latin1')).not.toContain(
      'portal',
    );
  });

  it('a sign-in at a provider is refused in a browser without its cookie or with a forged one', async () => {
    const { provider, query, flow } = await visit();
    for (const brought of ['', 'x', flow.slice(0, -2), `${flow}AA`]) {
      expect(await complete({ provider, query, flow: brought })).toEqual(
        failed('state_mismatch', { landsAt: '' }),
      );
    }
  });

  it('a sign-in at a provider is refused in another browser with a sign-in of its own', async () => {
    const started = await visit();
    const startedElsewhere = await visit();
    expect(await complete({ ...started, flow: startedElsewhere.flow })).toEqual(failed('state_mismatch'));
  });

  it("unknown parameters of a provider's redirect are ignored", async () => {
    const { provider, query, flow } = await visit();
    const more = '&authuser=0&prompt=consent&hd=acme.example';
    expect(await complete({ provider, flow, query: query + more })).toEqual({
      landsAt: callbackUrl,
      error: null,
      sessions: 2,
    });
  });

  it('a sign-in that the person declines is access_denied', async () => {
    expect(await complete(await bed.visitProvider('google', account, { callbackUrl, deny: true }))).toEqual(
      failed('access_denied'),
    );
  });

  it('any other error of a provider is provider_error', async () => {
    const { provider, query, flow } = await visit();
    const state = new URLSearchParams(query).get('state') ?? '';
    const iss = encodeURIComponent(bed.google.issuer);
    const changed = `error=server_error&state=${state}&iss=${iss}`;
    expect(await complete({ provider, query: changed, flow })).toEqual(failed('provider_error'));
  });

  it('a provider that has become unreachable is provider_error', async () => {
    const returned = await visit();
    await bed.google.stop();
    try {
      expect(await complete(returned)).toEqual(failed('provider_error'));
    } finally {
      await bed.google.start();
    }
  });
});

describe('providers', () => {
  it('a provider that is unknown or not configured is not found', async () => {
    const identity = await startIdentity();
    const { client } = identity;
    try {
      for (const provider of ['google', 'microsoft', 'magic-link', '']) {
        const notFound = { code: 'not_found' };
        await expect(client.startProviderSignIn({ provider }, anonymously())).rejects.toMatchObject(notFound);
        await expect(client.completeProviderSignIn({ provider }, anonymously())).rejects.toMatchObject(
          notFound,
        );
      }
    } finally {
      await identity.stop();
    }
  });

  it('a provider that is unreachable at first use is unavailable, and works when it is back', async () => {
    const own = await startWithProviders();
    const start = () => own.identity.client.startProviderSignIn({ provider: 'google' }, anonymously());
    try {
      await own.google.stop();
      await expect(start()).rejects.toMatchObject({ code: 'unavailable' });
      await own.google.start();
      expect((await start()).authorizationUrl).toContain(own.google.issuer);
    } finally {
      await own.stop();
    }
  });
});
