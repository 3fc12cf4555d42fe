import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serve, startPortal } from './portal.fixture.ts';

const connectPage = {
  organizationName: 'Google” is at google.com. <Nordlicht',
  organizationDomain: 'nordlicht.example',
  providerName: 'Google Ads',
};
const invitation = {
  status: 'pending',
  inviterName: 'Ada Lovelace',
  inviterEmail: 'ada@nordlicht.example',
  organization: { name: 'Nordlicht' },
};

/** A Portal whose gateway gives these answers by path; anything else is a 404. */
async function start(answers: Readonly<Record<string, object>>) {
  const asked: { readonly url: string; readonly from: unknown }[] = [];
  const gatewayUrl = await serve((request, response) => {
    const { url = '', headers } = request;
    if (!url.startsWith('/v1/auth/')) asked.push({ url, from: headers['x-forwarded-for'] });
    const answer = answers[url];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const { port, lines } = await startPortal({ gatewayUrl });
  const previewOf = async (path: string, headers: Record<string, string> = {}) => {
    // Not fetch, which sets `Sec-Fetch-Mode` itself.
    const [response] = (await once(get({ port, path, headers }), 'response')) as [IncomingMessage];
    const page = await text(response);
    expect(page).not.toContain('s3cret');
    return [...page.matchAll(/<meta property="og:(?:title|description)" content="([^"]*)"/g)].map(
      ([, content]) => content,
    );
  };
  return { asked, lines, previewOf };
}

describe('the preview of a link', () => {
  it('names the organization that asks to connect, in quotation marks, its domain and the provider', async () => {
    const { previewOf, asked, lines } = await start({ '/v1/connect/s3cret': connectPage });
    expect(await previewOf('/connect/s3cret')).toEqual([
      '“Google&#39; is at google. com. &lt;Nordlicht” asks you to connect Google Ads',
      '“Google&#39; is at google. com. &lt;Nordlicht” is at nordlicht.example. Open the page to see what it&#39;s asking for before you decide.',
    ]);
    expect(asked).toEqual([{ url: '/v1/connect/s3cret', from: '127.0.0.1' }]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('says that an organization has no domain', async () => {
    const { previewOf } = await start({ '/v1/connect/s3cret': { ...connectPage, organizationDomain: null } });
    expect((await previewOf('/connect/s3cret'))[1]).toMatch(
      /^“Google.*Nordlicht” .* confirmed a web domain\. /,
    );
  });

  it('names who invites, and to which organization', async () => {
    const { previewOf } = await start({ '/v1/invitations/s3cret': invitation });
    expect(await previewOf('/invitations/s3cret')).toEqual([
      '“Ada Lovelace” invites you to “Nordlicht”',
      'ada@nordlicht.example sent this invitation. Open the page to accept or decline it.',
    ]);
  });

  it('names nobody where the link has ended', async () => {
    const ended = { ...invitation, status: 'expired' };
    const { previewOf } = await start({ '/v1/invitations/s3cret': ended });
    expect((await previewOf('/invitations/s3cret'))[0]).toBe('You&#39;re invited to Patchbay');
    const title = 'You&#39;re asked to connect an advertising account';
    expect((await previewOf('/connect/s3cret'))[0]).toBe(title);
  });

  it('names nobody where the API does not answer', async () => {
    const { fetch } = await startPortal({ gatewayUrl: 'http://127.0.0.1:1' });
    const response = await fetch('/connect/s3cret');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('asked to connect an advertising account');
  });

  it('asks the gateway for each link, however often it has answered 503 for another one', async () => {
    const asked: string[] = [];
    const gatewayUrl = await serve(({ url = '' }, response) => {
      if (!url.startsWith('/v1/auth/')) asked.push(url);
      response.writeHead(url.startsWith('/v1/auth/') ? 302 : 503).end();
    });
    const { fetch } = await startPortal({ gatewayUrl });
    const headers = { 'sec-fetch-mode': 'no-cors' };
    for (let count = 0; count < 6; count += 1)
      expect((await fetch('/connect/s3cret', { headers })).status).toBe(200);
    await fetch('/connect/another', { headers });
    expect(asked).toEqual([...Array.from({ length: 6 }, () => '/v1/connect/s3cret'), '/v1/connect/another']);
  });

  it('is not looked for when a browser opens the page', async () => {
    const { previewOf, asked } = await start({ '/v1/connect/s3cret': connectPage });
    await previewOf('/connect/s3cret', { 'sec-fetch-mode': 'navigate' });
    await previewOf('/connect/outcome');
    await previewOf('/connect');
    expect(asked).toEqual([]);
  });

  it.each(['..\\..\\docs', '..\\me', '%2e%2e', '.%2E\\me', '..', 'a%2Fb', 'a;b'])(
    'is not looked for where the token is none: %s',
    async (token) => {
      const { previewOf, asked } = await start({});
      expect((await previewOf(`/connect/${token}`))[0]).toMatch(/asked to connect an advertising account$/);
      expect((await previewOf(`/invitations/${token}`))[0]).toMatch(/invited to Patchbay$/);
      expect(asked).toEqual([]);
    },
  );
});
