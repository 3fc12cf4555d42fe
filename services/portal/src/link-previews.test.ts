import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serve, startPortal } from './portal.fixture.ts';

const connectPage = {
  organizationName: 'Nordlicht "Media"',
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
  it('names the organization that asks to connect, its domain and the provider', async () => {
    const { previewOf, asked, lines } = await start({ '/v1/connect/s3cret': connectPage });
    expect(await previewOf('/connect/s3cret')).toEqual([
      'Nordlicht &quot;Media&quot; asks you to connect Google Ads',
      'Nordlicht &quot;Media&quot; is at nordlicht.example. Open the page to see what it&#39;s asking for before you decide.',
    ]);
    expect(asked).toEqual([{ url: '/v1/connect/s3cret', from: '127.0.0.1' }]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('says that an organization has no domain', async () => {
    const { previewOf } = await start({ '/v1/connect/s3cret': { ...connectPage, organizationDomain: null } });
    expect((await previewOf('/connect/s3cret'))[1]).toMatch(/^Nordlicht .* confirmed a web domain\. /);
  });

  it('names who invites, and to which organization', async () => {
    const { previewOf } = await start({ '/v1/invitations/s3cret': invitation });
    expect(await previewOf('/invitations/s3cret')).toEqual([
      'Ada Lovelace invites you to Nordlicht',
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

  it('is not looked for when a browser opens the page', async () => {
    const { previewOf, asked } = await start({ '/v1/connect/s3cret': connectPage });
    await previewOf('/connect/s3cret', { 'sec-fetch-mode': 'navigate' });
    await previewOf('/connect/outcome');
    await previewOf('/connect');
    expect(asked).toEqual([]);
  });
});
