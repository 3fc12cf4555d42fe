import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOidcProvider, type TestOidcProvider } from './oidc.ts';

const redirectUri = 'http://127.0.0.1:1/v1/auth/test/callback';
const ada = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada', tid: 'tenant-1' };
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

describe('a provider with a page', () => {
  let provider: TestOidcProvider;
  beforeAll(async () => {
    provider = await createOidcProvider({ redirectUri, accountPageName: 'Google' });
    for (const account of [ada, { sub: 'bob', email: 'bob@acme.example', name: 'Bob <b>' }])
      provider.setAccount(account);
  });
  afterAll(() => provider?.stop());

  /** Opens addresses as a browser does, with cookies, until a page or the redirect URI. */
  const createBrowser = () => {
    const cookies = new Map<string, string>();
    return async (address: string): Promise<Response | URL> => {
      let url = new URL(address);
      for (;;) {
        if (url.href.startsWith(redirectUri)) return url;
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) return new Response(await response.text(), { headers: { at: url.href } });
        url = new URL(location, url);
      }
    };
  };
  const authorizationUrl = () =>
    `${provider.issuer}/auth?${new URLSearchParams({
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).toString()}`;

  it.each([
    ['bob', 'code'],
    ['', 'error'],
  ])(
    'a provider with a page asks which account to use; after the link of "%s" the browser goes back with %s',
    async (sub, name) => {
      const browse = createBrowser();
      const page = await browse(authorizationUrl());
      if (!(page instanceof Response)) throw new Error('there is no page');
      const text = await page.text();
      expect(text).toContain('Bob &lt;b&gt;, bob@acme.example');
      const link = new URL(sub === '' ? '?deny=yes' : `?account=${sub}`, page.headers.get('at') ?? '');
      expect(text).toContain(`href="${link.search}"`);
      const back = await browse(link.href);
      expect(back instanceof URL && back.searchParams.has(name)).toBe(true);
    },
  );
});
