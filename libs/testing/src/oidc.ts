import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@patchbay/servers/free-port';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { accountPage, accountParameter, denyParameter } from './oidc-account-page.ts';
import { createOidcStore } from './oidc-store.ts';

/** An account at the provider; its fields become claims of the ID token. */
export interface OidcAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
  /** Google: the domain of the Workspace that runs the account. */
  readonly hd?: string;
  /** Microsoft: whether the owner of the email domain is verified. */
  readonly xms_edov?: boolean | number | string;
  /** Microsoft: the tenant id. Required with `perTenant`. */
  readonly tid?: string;
}

export type OidcClaims = Readonly<Record<string, unknown>>;

export interface OidcProviderOptions {
  /** The redirect URI that is registered for the client. */
  readonly redirectUri: string;
  /** Like Microsoft: the metadata has the issuer `…/{tenantid}/v2.0`, a token that of its tenant. Default false. */
  readonly perTenant?: boolean;
  /** Default: a free one. */
  readonly port?: number;
  /** A name for people. Where it is given, a page with this name asks which account to sign in with. Default: no page. */
  readonly accountPageName?: string;
}

export interface TestOidcProvider {
  /** For GOOGLE_ISSUER or MICROSOFT_ISSUER; the same after a restart. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The parameters of all received authorization requests, oldest first. */
  readonly requests: readonly URLSearchParams[];
  /** Creates or replaces the account of this `sub`. */
  setAccount(account: OidcAccount): void;
  /** Acts as a new browser: follows redirects, signs in as `sub`, consents unless `deny`. Resolves with the callback URL. */
  authorize(authorizationUrl: string, person: { sub: string; deny?: boolean }): Promise<URL>;
  /** Changes the claims of all further ID tokens; `forged` also breaks their signature. Without arguments it stops that. */
  tamper(change?: (claims: OidcClaims) => OidcClaims, signature?: 'forged'): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Request headers that name the account and deny consent. Default account: that of the login hint, or else the first. */
const personHeaders = { sub: 'x-person', deny: 'x-deny' } as const;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): OidcClaims =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as OidcClaims;

/** A real OpenID provider on loopback: the test, or a person on its page, names the account. It listens when the promise resolves. */
export async function createOidcProvider({
  redirectUri,
  perTenant = false,
  port: givenPort,
  accountPageName,
}: OidcProviderOptions): Promise<TestOidcProvider> {
  const port = givenPort ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const mount = perTenant ? '/common/v2.0' : '';
  const issuer = `${origin}${mount}`;
  const [clientId, clientSecret] = [randomUUID(), randomUUID()];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const accounts = new Map<string, OidcAccount>();
  const requests: URLSearchParams[] = [];
  let change: ((claims: OidcClaims) => OidcClaims) | undefined;
  let forged = false;

  const configuration: Configuration = {
    adapter: createOidcStore(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    claims: {
      openid: ['sub', 'tid', 'xms_edov', 'hd'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    // Puts the claims of the scopes into the ID token itself, like Google and Microsoft.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${mount}/interaction/${uid}` },
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      // Asks at every sign-in: with a session the library would skip the page.
      Session: accountPageName === undefined ? 600 : 1,
    },
  };
  const provider = new Provider(issuer, configuration);

  const reissue = (idToken: string): string => {
    const [header, payload] = idToken.split('.');
    const claims = decode(payload);
    const own = perTenant ? { ...claims, iss: `${origin}/${String(claims['tid'])}/v2.0` } : claims;
    const input = `${header}.${encode(change === undefined ? own : change(own))}`;
    const signature = sign('RSA-SHA256', Buffer.from(input), privateKey);
    if (forged) signature.writeUInt8(signature.readUInt8(0) ^ 1, 0);
    return `${input}.${signature.toString('base64url')}`;
  };

  /** Rewrites responses for features that the library lacks: issuers per tenant, and changed ID tokens. */
  const rewrite = (ctx: Pick<KoaContextWithOIDC, 'path' | 'body' | 'response'>): void => {
    const body = ctx.body as Record<string, unknown> | undefined;
    if (ctx.path === '/token' && typeof body?.['id_token'] === 'string') {
      body['id_token'] = reissue(body['id_token']);
    }
    if (!perTenant) return;
    if (ctx.path === '/.well-known/openid-configuration' && body !== undefined) {
      body['issuer'] = `${origin}/{tenantid}/v2.0`;
      delete body['authorization_response_iss_parameter_supported'];
    }
    const location: string | undefined = ctx.response.get('location');
    if (!location?.startsWith(redirectUri)) return;
    const url = new URL(location);
    url.searchParams.delete('iss');
    ctx.response.set('location', url.href);
  };
  provider.use(async (ctx, next) => {
    if (ctx.path === '/auth') requests.push(new URLSearchParams(ctx.querystring));
    await next();
    rewrite(ctx);
  });

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response);
    const chosen = new URL(request.url ?? '/', origin).searchParams;
    const hasPerson = request.headers[personHeaders.sub] !== undefined || chosen.size > 0;
    if (accountPageName !== undefined && !hasPerson) {
      const { status, headers, text } = accountPage(accountPageName, [...accounts.values()]);
      return void response.writeHead(status, headers).end(text);
    }
    if (request.headers[personHeaders.deny] !== undefined || chosen.has(denyParameter)) {
      const denied = { error: 'access_denied', error_description: 'the person said no' };
      return provider.interactionFinished(request, response, denied);
    }
    const hinted = [...accounts.values()].find(({ email }) => email && email === params['login_hint']);
    const named = request.headers[personHeaders.sub] ?? chosen.get(accountParameter);
    const accountId = named ?? hinted?.sub ?? [...accounts.keys()][0];
    if (typeof accountId !== 'string' || !accounts.has(accountId)) throw new Error('nobody has this account');
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(String(params['scope']));
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { login: { accountId }, consent });
  };

  const callback = provider.callback();
  const handle = (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): void => {
    const url = request.url ?? '/';
    if (!url.startsWith(`${mount}/`)) return void response.writeHead(404).end();
    // Like a mounting framework: the provider derives its base path from the difference to `originalUrl`.
    request.originalUrl = url;
    request.url = url.slice(mount.length);
    if (!request.url.startsWith('/interaction/')) return void callback(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  };

  let server: Server | undefined;
  const oidc: TestOidcProvider = {
    issuer,
    clientId,
    clientSecret,
    requests,
    setAccount: (account) => void accounts.set(account.sub, account),
    tamper(changed, signature) {
      change = changed;
      forged = signature === 'forged';
    },
    async authorize(authorizationUrl, { sub, deny = false }) {
      const cookies = new Map<string, string>();
      let url = new URL(authorizationUrl);
      while (!url.href.startsWith(redirectUri)) {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            [personHeaders.sub]: sub,
            ...(deny && { [personHeaders.deny]: 'yes' }),
          },
        });
        const location = response.headers.get('location');
        if (location === null)
          throw new Error(`${url.pathname} answers ${response.status}: ${await response.text()}`);
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        url = new URL(location, url);
      }
      return url;
    },
    async start() {
      if (server !== undefined) return;
      server = createServer(handle).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping === undefined) return;
      stopping.closeAllConnections();
      stopping.close();
      await once(stopping, 'close');
    },
  };
  await oidc.start();
  return oidc;
}
