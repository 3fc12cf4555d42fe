import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { script, startPortal } from './portal.fixture.ts';
import { pageRoutes } from './routes.ts';

// Answers carry trace ids only after telemetry was started.
await import('@patchbay/telemetry/start');

/** Sends a raw request and reads until the server closes the connection. */
async function send(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return text(socket);
}

const settingsOf = (page: string): unknown => {
  const [, content = ''] = /content="([^"]*)"/.exec(page) ?? [];
  return JSON.parse(content.replaceAll('&quot;', '"'));
};

describe('every answer', () => {
  it.each([
    ['a page', '/sign-in', 'GET', 200],
    ['a page that does not exist', '/nowhere', 'GET', 404],
    ['a file', '/assets/index-a1.js', 'GET', 200],
    ['a file that does not exist', '/assets/index-a2.js', 'GET', 404],
    ['a refused method', '/', 'POST', 405],
    ['a path that cannot be decoded', '/%zz', 'GET', 400],
  ])('%s has the headers that protect pages and tokens', async (_what, path, method, status) => {
    const { fetch } = await startPortal();
    const { headers, ...response } = await fetch(path, { method }).then((answer) => ({
      status: answer.status,
      headers: answer.headers,
    }));
    expect(response.status).toBe(status);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      'connect-src http://api.test:3000',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toMatch(
      /^(?:[a-z-]+=\(\), )+publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)$/,
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  });

  it('a page, and nothing else, makes the browser connect to the API early', async () => {
    const { fetch } = await startPortal();
    expect((await fetch('/sign-in')).headers.get('link')).toBe('<http://api.test:3000>; rel=preconnect');
    expect((await fetch('/icon.svg')).headers.has('link')).toBe(false);
  });

  it('every answer has HSTS if the pages are served by https', async () => {
    const { fetch } = await startPortal({ portalUrl: 'https://portal.acme.example' });
    for (const path of ['/', '/icon.svg', '/nowhere']) {
      const { headers } = await fetch(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('an answer has the request id of the client if it is safe for logs, else a new one', async () => {
    const { fetch } = await startPortal();
    const idOf = async (id: string) =>
      (await fetch('/', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await idOf('My_id-1.2')).toBe('My_id-1.2');
    expect(await idOf('with space')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('the Portal does not start with an API address that would widen its content policy', async () => {
    await expect(startPortal({ publicUrl: 'https://api.test;script-src' })).rejects.toThrow(
      'PUBLIC_URL has a host that a content policy cannot name',
    );
  });
});

describe('a page of the console', () => {
  it('the policy of a page allows styles with its own nonce, another one in each answer, and nothing else that other pages do not', async () => {
    const { fetch } = await startPortal();
    const read = async () => {
      const response = await fetch('/o/acme');
      const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1];
      return { nonce, policy: response.headers.get('content-security-policy') };
    };
    const [first, second] = [await read(), await read()];
    const other = (await fetch('/sign-in')).headers.get('content-security-policy');
    expect(first.nonce).toMatch(/^[\w+/]{22}==$/);
    expect(second.nonce).not.toBe(first.nonce);
    expect(first.policy).toBe(other?.replace("style-src 'self'", `style-src 'self' 'nonce-${first.nonce}'`));
  });

  it('a page tells the browser to fetch its scripts and what it reads at once', async () => {
    const { fetch } = await startPortal();
    const page = await (await fetch('/o/acme/members')).text();
    expect(
      [...page.matchAll(/<link rel="(\w+)"[^>]* href="([^"]+)">/g)].map(([, rel, href]) => [rel, href]),
    ).toEqual([
      ['modulepreload', '/assets/members-page-h8.js'],
      ['modulepreload', '/assets/lists-g7.js'],
      ['preload', 'http://api.test:3000/base/v1/auth/session'],
      ['preload', 'http://api.test:3000/base/v1/organizations/acme'],
    ]);
  });
});

describe('a page', () => {
  it.each(pageRoutes.map(({ path }) => path.replace(':token', 'pb_secret')))(
    'a page is served at %s',
    async (path) => {
      const { fetch } = await startPortal();
      const response = await fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.has('etag')).toBe(false);
      expect(await response.text()).toContain('<h1>Patchbay</h1>');
    },
  );

  it('a page tells the browser to fetch its script at once', async () => {
    const { fetch } = await startPortal();
    const linksOf = async (path: string) =>
      [
        ...(await (await fetch(path)).text()).matchAll(
          /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
        ),
      ].map(([, href]) => href);
    expect(await linksOf('/connect/pb_secret')).toEqual([
      '/assets/connect-page-e5.js',
      '/assets/problem-d4.js',
    ]);
    expect(await linksOf('/')).toEqual([]);
  });

  it.each([
    ['/connect/pb_s3cret', 'You&#39;re asked to connect an advertising account'],
    ['/invitations/pb_s3cret', 'You&#39;re invited to Patchbay'],
    ['/unwatch/k1.pb_s3cret', 'End emails about integrations'],
    ['/sign-in/verify?token=pb_s3cret', 'Sign in to Patchbay'],
    ['/nowhere/pb_s3cret', 'Patchbay'],
  ])('the preview of %s says what the link is for, and nothing of its token', async (path, title) => {
    const { fetch } = await startPortal();
    const page = await (await fetch(path)).text();
    expect(page).toContain(`<meta property="og:title" content="${title}" />`);
    expect(page).toMatch(/<meta property="og:description" content="[^"]+" \/>/);
    expect(page).not.toContain('s3cret');
  });

  it('an unknown path gets the page with a 404', async () => {
    const { fetch } = await startPortal();
    const response = await fetch('/nowhere');
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('<h1>Patchbay</h1>');
  });

  it('a page has the address of the API, the sign-in providers and the trace of its request', async () => {
    const { fetch } = await startPortal();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    const response = await fetch('/sign-in', { headers: { traceparent } });
    const own = response.headers.get('traceparent');
    expect(own).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
    expect(own).not.toBe(traceparent);
    expect(settingsOf(await response.text())).toEqual({
      apiUrl: 'http://api.test:3000/base',
      signInProviders: ['google'],
      traceparent: own,
    });
  });

  it('a page has no sign-in providers while the gateway does not answer', async () => {
    const { fetch } = await startPortal({ gatewayUrl: 'http://127.0.0.1:9' });
    expect(settingsOf(await (await fetch('/')).text())).toMatchObject({ signInProviders: [] });
  });
});

describe('a file', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', 'script in Brotli'],
    ['gzip', 'gzip', 'script in gzip'],
    [undefined, 'identity', script],
    [undefined, undefined, script],
  ])('a file is sent with the encoding %s to a client that accepts %s', async (coding, accepted, body) => {
    const { port } = await startPortal();
    const accept = accepted === undefined ? '' : `Accept-Encoding: ${accepted}\r\n`;
    const answer = await send(
      port,
      `GET /assets/index-a1.js HTTP/1.1\r\nHost: x\r\n${accept}Connection: close\r\n\r\n`,
    );
    const [head = '', content] = answer.split('\r\n\r\n');
    expect(/^content-encoding: (.*)$/im.exec(head)?.[1]).toBe(coding);
    expect(head).toMatch(/^vary: Accept-Encoding$/im);
    expect(head).toContain(`content-length: ${body.length}`);
    expect(content).toBe(body);
  });

  it('browsers keep a file with a digest in its name for a year, and other files for minutes', async () => {
    const { fetch } = await startPortal();
    const cacheOf = async (path: string) => (await fetch(path)).headers.get('cache-control');
    expect(await cacheOf('/assets/index-a1.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/assets/font-b2.woff2')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/icon.svg')).toBe('public, max-age=300');
  });

  it('a file is not sent again to a browser that has it', async () => {
    const { fetch } = await startPortal();
    const { headers } = await fetch('/icon.svg');
    const etag = headers.get('etag') ?? '';
    const again = await fetch('/icon.svg', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    expect((await fetch('/icon.svg', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it.each([
    ['/icon.svg', 'image/svg+xml'],
    ['/assets/index-a1.js', 'text/javascript; charset=utf-8'],
    ['/assets/font-b2.woff2', 'font/woff2'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ])('the file %s has the type %s', async (path, type) => {
    const { fetch } = await startPortal();
    const response = await fetch(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });

  it.each(['/assets/index-a2.js', '/assets/', '/assets/index-a1.js.br', '/assets/..%2findex.html'])(
    '%s gets a plain 404 and no page',
    async (path) => {
      const { fetch } = await startPortal();
      const response = await fetch(path);
      expect([response.status, await response.text()]).toEqual([404, 'Not Found\n']);
    },
  );

  it('robots.txt keeps search engines out', async () => {
    const { fetch } = await startPortal();
    expect(await (await fetch('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('a request', () => {
  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('a %s request is refused', async (method) => {
    const { fetch } = await startPortal();
    const response = await fetch('/sign-in', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('a HEAD request gets the headers of GET without a body', async () => {
    const { fetch } = await startPortal();
    for (const path of ['/', '/nowhere', '/icon.svg']) {
      const [head, get] = [await fetch(path, { method: 'HEAD' }), await fetch(path)];
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
      expect(await head.text()).toBe('');
    }
  });

  it.each([
    ['a path that cannot be decoded', '/connect/%E0%A4%A', 400],
    ['a long path', `/connect/${'a'.repeat(3_000)}`, 414],
    ['a path longer than all headers may be', `/${'a'.repeat(20_000)}`, 431],
    ['no path', '*', 404],
    ['dots', '/../../etc/passwd', 404],
    ['a whole URL', 'http://portal.test/sign-in', 200],
  ])('a request with %s is answered', async (_what, target, status) => {
    const { port, fetch } = await startPortal();
    const answer = await send(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await fetch('/')).status).toBe(200);
  });

  it('a request without a host, or that is not HTTP, is refused', async () => {
    const { port } = await startPortal();
    expect(await send(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    const malformed = await send(port, 'HELLO\r\n\r\n');
    expect(malformed).toMatch(/^HTTP\/1.1 400 /);
    expect(malformed).toContain("content-security-policy: default-src 'none'");
  });

  it('a request leaves one log line with its route and without its path and query', async () => {
    const { fetch, lines } = await startPortal();
    lines.splice(0);
    for (const path of [
      '/connect/s3cret?more=s3cret',
      '/invitations/s3cret',
      '/unwatch/s3cret',
      '/sign-in/verify?token=s3cret',
      '/nowhere/s3cret',
      '/assets/s3cret',
      '/icon.svg?s3cret',
    ])
      await fetch(path, { headers: { referer: 'http://x.test/s3cret', 'user-agent': 's3cret' } });
    expect(lines.map(({ route, operation, status }) => [route, operation, status])).toEqual([
      ['/connect/:token', 'openConnect', 200],
      ['/invitations/:token', 'openInvitation', 200],
      ['/unwatch/:token', 'openUnwatch', 200],
      ['/sign-in/verify', 'openSignInVerify', 200],
      ['none', 'none', 404],
      ['none', 'none', 404],
      ['/icon.svg', 'getFile', 200],
    ]);
    expect(lines[0]).toMatchObject({
      msg: 'request answered',
      method: 'GET',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      durationMs: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
      clientAddress: '127.0.0.1',
    });
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('the client address comes from the header of a trusted proxy', async () => {
    const { fetch, lines } = await startPortal({ trustedProxies: 1 });
    await fetch('/', { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(lines.at(-1)).toMatchObject({ clientAddress: '192.0.2.7' });
  });
});
