import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@patchbay/servers/free-port';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { createOidcStore } from './oidc-store.ts';

/** Somebody who has an account at the provider, and what its ID tokens say of them. */
export interface OidcAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** Microsoft: whether the domain's owner has been verified. */
  readonly xms_edov?: boolean | number | string;
  /** Microsoft: the tenant. Required where issuers are per tenant. */
  readonly tid?: string;
}

export type OidcClaims = Readonly<Record<string, unknown>>;

export interface OidcProviderOptions {
  /** Where it sends browsers back to. */
  readonly redirectUri: string;
  /** As Microsoft does it: metadata names `…/{tenantid}/v2.0`, each token the issuer of its tenant. Default false. */
  readonly perTenant?: boolean;
}

export interface TestOidcProvider {
  /** For GOOGLE_ISSUER or MICROSOFT_ISSUER; the same after a restart. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The parameters of every authorization request that arrived, oldest first. */
  readonly requests: readonly URLSearchParams[];
  /** Opens an account, or changes the one of that subject. */
  setAccount(account: OidcAccount): void;
  /** What a person does in a fresh browser: opens the page, signs in and consents or not. Resolves with the address it is sent back to. */
  walk(authorizationUrl: string, person: { sub: string; deny?: boolean }): Promise<URL>;
  /** From now on ID tokens say this instead, properly signed; `forged` ones are not. Without a change: nothing any more. */
  tamper(change?: (claims: OidcClaims) => OidcClaims, signature?: 'forged'): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Say who is at the browser, and whether they consent; a browser without them is the account of its login hint, or the first. */
const personHeaders = { sub: 'x-person', deny: 'x-deny' } as const;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): OidcClaims =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as OidcClaims;

/** A real OpenID provider on loopback, without pages: who signs in is said by the test. Listening when it is returned. */
export async function createOidcProvider({
  redirectUri,
  perTenant = false,
}: OidcProviderOptions): Promise<TestOidcProvider> {
  const port = await freePort();
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
    claims: { openid: ['sub', 'tid', 'xms_edov'], email: ['email', 'email_verified'], profile: ['name'] },
    // Claims of the scopes are in the ID token itself, as Google and Microsoft have it.
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
      Session: 600,
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

  /** What the library has no setting for: tenants' issuers, and tokens that a test has changed. */
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
    if (request.headers[personHeaders.deny] !== undefined) {
      const denied = { error: 'access_denied', error_description: 'the person said no' };
      return provider.interactionFinished(request, response, denied);
    }
    const hinted = [...accounts.values()].find(({ email }) => email && email === params['login_hint']);
    const accountId = request.headers[personHeaders.sub] ?? hinted?.sub ?? [...accounts.keys()][0];
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
    // As a framework does for what is mounted: the provider finds its own address by the difference.
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
    async walk(authorizationUrl, { sub, deny = false }) {
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
