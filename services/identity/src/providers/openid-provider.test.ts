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

  it('says who the person is, and whose word that is', async () => {
    const issuer = provider === 'google' ? oidc.issuer : oidc.issuer.replace('common', tenant);
    expect(await claims()).toMatchObject({ ...ada, iss: issuer });
  });

  it('is asked for openid, email and profile, with state, nonce and PKCE', async () => {
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

  it('is not told of a login hint that nobody gave', async () => {
    expect(new URL(await openId.authorizationUrl(newFlow(), '')).searchParams.has('login_hint')).toBe(false);
  });

  it('tells a person who declines from everything that goes wrong', async () => {
    expect(isDenial(await failureOf(claims(newFlow(), true)))).toBe(true);
    oidc.tamper((issued) => ({ ...issued, nonce: 'x' }));
    expect(isDenial(await failureOf(claims()))).toBe(false);
  });

  it('is not believed with the nonce of another sign-in', async () => {
    expect(await tampered((issued) => ({ ...issued, nonce: newToken() }))).toContain('nonce');
  });

  it('is not believed about another client', async () => {
    expect(await tampered((issued) => ({ ...issued, aud: 'another' }))).toContain('aud');
  });

  it('is not believed in the name of another issuer', async () => {
    expect(await tampered((issued) => ({ ...issued, iss: 'https://issuer.example' }))).toContain('iss');
  });

  it('is not believed after the time of its token', async () => {
    const past = Math.floor(Date.now() / 1000) - 3_600;
    expect(await tampered((issued) => ({ ...issued, iat: past - 60, exp: past }))).toContain('TIMESTAMP');
  });

  it('is not believed without its signature', async () => {
    oidc.tamper((issued) => issued, 'forged');
    expect(errorCodesOf(await failureOf(claims()))).toContain('OAUTH_INVALID_RESPONSE');
  });

  it('gives nothing for a code a second time', async () => {
    const flow = newFlow();
    const { searchParams } = await oidc.authorize(await openId.authorizationUrl(flow, ''), { sub: 'ada' });
    await openId.claims(flow, searchParams);
    expect(errorCodesOf(await failureOf(openId.claims(flow, searchParams)))).toContain('invalid_grant');
  });

  it('gives nothing for a code that another browser started', async () => {
    const flow = newFlow();
    const { searchParams } = await oidc.authorize(await openId.authorizationUrl(flow, ''), { sub: 'ada' });
    const stolen = { ...flow, codeVerifier: newToken() };
    expect(errorCodesOf(await failureOf(openId.claims(stolen, searchParams)))).toContain('invalid_grant');
  });

  it('leaves no token, code or claim in what a log is told of a failure', async () => {
    const kind = await tampered((issued) => ({ ...issued, nonce: 'secret-nonce' }));
    expect(kind).toMatch(/^[\w .]+$/);
    expect(kind).not.toContain('secret');
    expect(kind).not.toContain('ada');
  });

  it('is asked again after it could not be reached', async () => {
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
  ])('is not believed with %s', async (_, change) => {
    oidc.tamper(change);
    expect(errorCodesOf(await failureOf(signIn()))).toContain('iss');
    oidc.tamper();
  });

  it('is not taken for an issuer that its metadata does not name', async () => {
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
  ])('sends no code to %s', async (_, tokenEndpoint) => {
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
