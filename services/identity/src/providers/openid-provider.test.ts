import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutgoing, type OutgoingClient } from '@patchbay/outgoing/create-outgoing';
import { createLog } from '@patchbay/testing/log';
import { createOidcProvider, type OidcClaims, type TestOidcProvider } from '@patchbay/testing/oidc';
import { newToken } from '@patchbay/tokens/token';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderClient } from './discover.ts';
import { createOpenIdProvider, errorCodesOf, isDenial, type OpenIdProvider } from './openid-provider.ts';

const redirectUri = 'https://api.example/v1/auth/test/callback';
const tenant = '11111111-1111-4111-8111-111111111111';
const otherTenant = '22222222-2222-4222-8222-222222222222';
const ada = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada', tid: tenant };

const clients: OutgoingClient[] = [];
afterAll(async () => {
  for (const { component } of clients) await component.stop?.();
});

const openIdProviderOf = (client: ProviderClient): OpenIdProvider => {
  const outgoing = createOutgoing({ logger: createLog().logger, allowedOrigins: [client.issuer] });
  clients.push(outgoing);
  return createOpenIdProvider(client, outgoing);
};

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it worked'),
    (error: unknown) => error,
  );

describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  let oidc: TestOidcProvider;
  let openId: OpenIdProvider;

  const connect = () => openIdProviderOf({ provider, redirectUri, ...oidc });
  beforeAll(async () => {
    oidc = await createOidcProvider({ redirectUri, perTenant: provider === 'microsoft' });
    oidc.setAccount(ada);
    openId = connect();
  });
  afterEach(() => oidc.tamper());
  afterAll(() => oidc?.stop());

  const newFlow = () => ({ state: newToken(), nonce: newToken(), codeVerifier: newToken() });
  /** Signs in at the provider and returns the claims of the ID token. */
  const claims = async (flow = newFlow(), deny = false) => {
    const url = await openId.authorizationUrl(flow, '');
    const { searchParams } = await oidc.authorize(url, { sub: 'ada', deny });
    return openId.claims(flow, searchParams);
  };
  const tampered = async (change: (claims: OidcClaims) => OidcClaims) => {
    oidc.tamper(change);
    return errorCodesOf(await failureOf(claims()));
  };

  it('a provider tells the verified identity of the person', async () => {
    const issuer = provider === 'google' ? oidc.issuer : oidc.issuer.replace('common', tenant);
    expect(await claims()).toMatchObject({ ...ada, iss: issuer });
  });

  it('the authorization request has the scopes openid, email and profile, with state, nonce and PKCE', async () => {
    const flow = newFlow();
    const { searchParams } = new URL(await openId.authorizationUrl(flow, 'ada@acme.example'));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidc.clientId,
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge_method: 'S256',
      login_hint: 'ada@acme.example',
    });
    expect(searchParams.get('code_challenge')).not.toBe(flow.codeVerifier);
  });

  it('the authorization request has no login hint if none was given', async () => {
    expect(new URL(await openId.authorizationUrl(newFlow(), '')).searchParams.has('login_hint')).toBe(false);
  });

  it('a person who declines is told apart from every other error', async () => {
    expect(isDenial(await failureOf(claims(newFlow(), true)))).toBe(true);
    oidc.tamper((issued) => ({ ...issued, nonce: 'x' }));
    expect(isDenial(await failureOf(claims()))).toBe(false);
  });

  it('a token with the nonce of another sign-in is refused', async () => {
    expect(await tampered((issued) => ({ ...issued, nonce: newToken() }))).toContain('nonce');
  });

  it('a token for another client is refused', async () => {
    expect(await tampered((issued) => ({ ...issued, aud: 'another' }))).toContain('aud');
  });

  it('a token of another issuer is refused', async () => {
    expect(await tampered((issued) => ({ ...issued, iss: 'https://issuer.example' }))).toContain('iss');
  });

  it('an expired token is refused', async () => {
    const past = Math.floor(Date.now() / 1000) - 3_600;
    expect(await tampered((issued) => ({ ...issued, iat: past - 60, exp: past }))).toContain('TIMESTAMP');
  });

  it('a token with a wrong signature is refused', async () => {
    oidc.tamper((issued) => issued, 'forged');
    expect(errorCodesOf(await failureOf(claims()))).toContain('OAUTH_INVALID_RESPONSE');
  });

  it('a code works once', async () => {
    const flow = newFlow();
    const { searchParams } = await oidc.authorize(await openId.authorizationUrl(flow, ''), { sub: 'ada' });
    await openId.claims(flow, searchParams);
    expect(errorCodesOf(await failureOf(openId.claims(flow, searchParams)))).toContain('invalid_grant');
  });

  it('a code that another browser requested is refused', async () => {
    const flow = newFlow();
    const { searchParams } = await oidc.authorize(await openId.authorizationUrl(flow, ''), { sub: 'ada' });
    const stolen = { ...flow, codeVerifier: newToken() };
    expect(errorCodesOf(await failureOf(openId.claims(stolen, searchParams)))).toContain('invalid_grant');
  });

  it('the error of a failure contains no token, code or claim', async () => {
    const kind = await tampered((issued) => ({ ...issued, nonce: 'secret-nonce' }));
    expect(kind).toMatch(/^[\w .]+$/);
    expect(kind).not.toContain('secret');
    expect(kind).not.toContain('ada');
  });

  it('a provider that was unreachable is asked again', async () => {
    const newClient = connect();
    await oidc.stop();
    expect(errorCodesOf(await failureOf(newClient.authorizationUrl(newFlow(), '')))).toBe(
      'TypeError unreachable',
    );
    await oidc.start();
    expect(await newClient.authorizationUrl(newFlow(), '')).toContain(new URL(oidc.issuer).origin);
  });
});

describe('microsoft', () => {
  let oidc: TestOidcProvider;

  beforeAll(async () => {
    oidc = await createOidcProvider({ redirectUri, perTenant: true });
    oidc.setAccount(ada);
  });
  afterAll(() => oidc?.stop());

  const signIn = async (issuer = oidc.issuer) => {
    const openId = openIdProviderOf({ provider: 'microsoft', redirectUri, ...oidc, issuer });
    const flow = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const { searchParams } = await oidc.authorize(await openId.authorizationUrl(flow, ''), { sub: 'ada' });
    return openId.claims(flow, searchParams);
  };

  it.each<[string, (claims: OidcClaims) => OidcClaims]>([
    ['another tenant than its issuer', (issued) => ({ ...issued, tid: otherTenant })],
    [
      'the issuer of another tenant',
      (issued) => ({ ...issued, iss: oidc.issuer.replace('common', otherTenant) }),
    ],
    ['no tenant', (issued) => ({ ...issued, tid: undefined })],
    [
      'the template for an issuer',
      (issued) => ({ ...issued, iss: oidc.issuer.replace('common', '{tenantid}') }),
    ],
  ])('a token of Microsoft with %s is refused', async (_, change) => {
    oidc.tamper(change);
    expect(errorCodesOf(await failureOf(signIn()))).toContain('iss');
    oidc.tamper();
  });

  it('metadata of Microsoft that name another issuer are refused', async () => {
    const { origin, port } = new URL(oidc.issuer);
    await expect(signIn(`${origin}/common/v1.0`)).rejects.toThrow('unexpected HTTP response status code');
    await expect(signIn(`http://localhost:${port}/common/v2.0`)).rejects.toThrow('another issuer');
  });
});

describe('a provider whose metadata names endpoints elsewhere', () => {
  it.each([
    ['a private address', 'https://10.0.0.1/token'],
    ['the metadata of a cloud', 'https://169.254.169.254/token'],
    ['http', 'http://token.example/token'],
  ])('a code is not sent to %s', async (_, tokenEndpoint) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: tokenEndpoint,
          jwks_uri: `${issuer}/jwks`,
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const openId = openIdProviderOf({
      provider: 'google',
      redirectUri,
      issuer,
      clientId: 'a',
      clientSecret: 'b',
    });
    const flow = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const query = new URLSearchParams({ code: 'c', state: flow.state });
    const failed = await failureOf(openId.claims(flow, query));
    server.closeAllConnections();
    server.close();
    expect(errorCodesOf(failed)).toBe('TypeError address_refused');
  });
});
