import type { MessageInitShape } from '@bufbuild/protobuf';
import type { CompleteProviderSignInResponseSchema } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unavailable } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { portalOrigin, startGateway } from '../../testing/gateway.ts';
import { consentUrl, flow, sessionToken, signUpProof } from '../../testing/values.ts';

const start = '/v1/auth/google';
const callback = '/v1/auth/google/callback';
const withFlow = { headers: { cookie: `other=1; patchbay_sign_in=${flow}` } };
const onHttps = { config: { publicUrl: 'https://api.example' } };
const cleared = 'patchbay_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax';

describe('startProviderSignIn', () => {
  it('starting a provider sign-in redirects the browser to the consent page, without a body', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(start);
    expect(response.status).toBe(302);
    expect(await response.text()).toBe('');
    expect(response.headers.get('location')).toBe(consentUrl);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(calls).toMatchObject([
      {
        method: 'startProviderSignIn',
        request: { provider: 'google', callbackUrl: portalOrigin, loginHint: '' },
        call: { caller: { type: 'anonymous' } },
      },
    ]);
  });

  it('starting a provider sign-in stores the flow in a cookie, on http', async () => {
    const { fetch } = await startGateway();
    expect((await fetch(start)).headers.getSetCookie()).toEqual([
      `patchbay_sign_in=${flow}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });

  it('starting a provider sign-in stores the flow in a __Host- cookie, on https', async () => {
    const { fetch } = await startGateway(onHttps);
    expect((await fetch(start)).headers.getSetCookie()).toEqual([
      `__Host-patchbay_sign_in=${flow}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('a provider sign-in refuses a callbackURL that is not on a trusted origin', async () => {
    const { fetch, calls } = await startGateway({ config: { trustedOrigins: ['https://app.example'] } });
    const to = (landing: string) => fetch(`${start}?callbackURL=${encodeURIComponent(landing)}`);
    expect((await to('https://app.example/x?y=1#z')).status).toBe(302);
    expect(calls[0]?.request).toMatchObject({ callbackUrl: 'https://app.example/x?y=1#z' });
    for (const landing of ['https://evil.example/', `${portalOrigin}@evil.example`, '//portal.test', '']) {
      const refused = await to(landing);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        title: 'Validation Failed',
        errors: [{ path: 'callbackURL', message: 'must be on a trusted origin' }],
      });
      expect(refused.headers.getSetCookie()).toEqual([]);
    }
    expect(calls).toHaveLength(1);
  });

  it('a provider sign-in passes the login hint on if it is an email address', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(`${start}?loginHint=Ada%40ACME.example`);
    expect(calls[0]?.request).toMatchObject({ loginHint: 'ada@acme.example' });
    const refused = await fetch(`${start}?loginHint=ada&color=red`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [
        { path: 'loginHint', message: 'must be an email address' },
        { path: 'color', message: 'is not known' },
      ],
    });
  });

  it('a failed start of a provider sign-in is a problem, because no flow exists yet', async () => {
    const { fetch } = await startGateway({
      implementations: { identity: { startProviderSignIn: () => Promise.reject(unavailable('away')) } },
    });
    const response = await fetch(start);
    expect(response.status).toBe(503);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe.each([start, callback])('%s', (path) => {
  it('a provider without a configured client is a 404', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(path.replace('google', 'microsoft'));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ title: 'Not Found' });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each(['facebook', 'Google', 'google%20'])(
    'the provider name %s is a 404 without a call',
    async (provider) => {
      const { fetch, calls } = await startGateway();
      expect((await fetch(path.replace('google', provider))).status).toBe(404);
      expect(calls).toEqual([]);
    },
  );
});

describe('completeProviderSignIn', () => {
  const startWithAnswer = (answer: MessageInitShape<typeof CompleteProviderSignInResponseSchema>) =>
    startGateway({ implementations: { identity: { completeProviderSignIn: () => answer } } });
  const startWithError = (error: string, callbackUrl: string) =>
    startWithAnswer({ callbackUrl, outcome: { case: 'error', value: error } });

  it('a completed provider sign-in sets the session cookie and clears the flow', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(`${callback}?code=c&state=s`, withFlow);
    expect(response.status).toBe(302);
    expect(await response.text()).toBe('');
    expect(response.headers.get('location')).toBe(`${portalOrigin}/after`);
    expect(response.headers.getSetCookie()).toEqual([
      `patchbay_session=${sessionToken}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
      cleared,
    ]);
    const session = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await fetch('/v1/auth/session', { headers: { cookie: session } })).status).toBe(200);
  });

  it('a completed provider sign-in passes the sign-up proof and the current session on, and clears a spent proof', async () => {
    const { fetch, calls } = await startGateway();
    const landedWith = async (proof: string) => {
      const cookies = [`patchbay_sign_in=${flow}`, `patchbay_sign_up=${proof}`, 'patchbay_session=older'];
      return (await fetch(callback, { headers: { cookie: cookies.join('; ') } })).headers.getSetCookie();
    };
    expect(await landedWith(signUpProof)).toContain(
      'patchbay_sign_up=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(calls).toMatchObject([
      {
        method: 'completeProviderSignIn',
        request: { flow, signUpProof, browserSessionToken: 'older' },
        call: { caller: { type: 'anonymous' } },
      },
    ]);
    const kept = await landedWith('of-another-address');
    expect(kept.filter((cookie) => cookie.startsWith('patchbay_sign_up'))).toEqual([]);
  });

  it('a provider sign-in on https sets and reads __Host- cookies only', async () => {
    const { fetch } = await startGateway(onHttps);
    const response = await fetch(callback, { headers: { cookie: `__Host-patchbay_sign_in=${flow}` } });
    expect(response.headers.getSetCookie()).toEqual([
      `__Host-patchbay_session=${sessionToken}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
      '__Host-patchbay_sign_in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    const planted = await fetch(callback, withFlow);
    expect(planted.headers.get('location')).toBe(`${portalOrigin}/sign-in?error=state_mismatch`);
  });

  it('the callback passes the raw query and the flow to identity', async () => {
    const { fetch, calls } = await startGateway();
    const query = 'code=4%2F0A&state=s&scope=a+b&scope=c&hd=acme.example&flag';
    await fetch(`${callback}?${query}`, { headers: { ...withFlow.headers, 'user-agent': 'tests' } });
    expect(calls).toMatchObject([
      {
        method: 'completeProviderSignIn',
        request: { provider: 'google', query, flow },
        call: { caller: { type: 'anonymous' }, ipAddress: '127.0.0.1', userAgent: 'tests' },
      },
    ]);
  });

  it.each(['access_denied', 'email_unverified', 'not_invited', 'provider_error'])(
    'lands where the person wanted to go with %s, and forgets the flow',
    async (error) => {
      const { fetch } = await startWithError(error, `${portalOrigin}/after?x=1#part`);
      const response = await fetch(`${callback}?error=access_denied&state=s`, withFlow);
      expect(response.status).toBe(302);
      expect(await response.text()).toBe('');
      expect(response.headers.get('location')).toBe(`${portalOrigin}/after?x=1&error=${error}#part`);
      expect(response.headers.getSetCookie()).toEqual([cleared]);
    },
  );

  it('the callback redirects to the sign-in page of the Portal when the flow is unknown', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`${callback}?code=c&state=s`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${portalOrigin}/sign-in?error=state_mismatch`);
    expect(response.headers.getSetCookie()).toEqual([cleared]);
    expect(calls[0]?.request).toMatchObject({ flow: '' });
  });

  it('the callback keeps a flow that the answer does not belong to', async () => {
    const { fetch } = await startWithError('state_mismatch', `${portalOrigin}/after`);
    const response = await fetch(`${callback}?code=c&state=of-another-tab`, withFlow);
    expect(response.headers.get('location')).toBe(`${portalOrigin}/after?error=state_mismatch`);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['is away', () => Promise.reject(unavailable('away'))],
    ['has a bug', () => Promise.reject(new TypeError('secret of the house'))],
    ['does not say how it ended', () => ({ callbackUrl: portalOrigin })],
    [
      'lets somebody in without saying where to',
      () => ({ outcome: { case: 'signedIn' as const, value: {} } }),
    ],
  ])(
    'the callback redirects to the sign-in page and keeps the flow when identity %s',
    async (_, complete) => {
      const { fetch } = await startGateway({
        implementations: { identity: { completeProviderSignIn: complete } },
      });
      const response = await fetch(`${callback}?code=c&state=s`, withFlow);
      expect(response.status).toBe(302);
      expect(await response.text()).toBe('');
      expect(response.headers.get('location')).toBe(`${portalOrigin}/sign-in?error=provider_error`);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );
});
