import { afterEach, describe, expect, it } from 'vitest';
import { redditAds } from './reddit-ads.ts';
import { type AdProviders, type AdProvidersOptions, startAdProviders } from './server.ts';

const consentAddress = 'https://www.reddit.com/api/v1/authorize';
const parameters = {
  response_type: 'code',
  client_id: '',
  scope: 'adsread',
  duration: 'permanent',
  redirect_uri: 'http://localhost:9/callback',
  state: 'a "state"',
};

let providers: AdProviders;
afterEach(() => providers?.stop());

async function start(options?: AdProvidersOptions): Promise<string> {
  const simulator = redditAds();
  providers = await startAdProviders([simulator], options);
  const installation = providers.installations['reddit_ads'] as { endpoints: Record<string, string> };
  const { origin, pathname } = new URL(consentAddress);
  const query = new URLSearchParams({ ...parameters, client_id: simulator.installation.clientId ?? '' });
  return `${installation.endpoints[origin]}${pathname}?${query.toString()}`;
}

const open = (address: string) => fetch(address, { redirect: 'manual' });
const hrefsIn = (page: string): string[] =>
  [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('with a consent page', () => {
  const options = { consentPageName: () => 'Reddit <Ads>' };

  it('the consent page shows the requested access and redirects only after a decision', async () => {
    const address = await start(options);
    const answer = await open(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('This page stands in for www.reddit.com.');
    expect(page).toContain('<h1>Simulated Reddit &lt;Ads&gt;</h1>');
    expect(page).toContain('<dd>adsread</dd>');
    expect(page).toContain('<dd>localhost:9</dd>');
    expect(providers.of('reddit_ads').requests).toEqual([]);

    const [allow = '', deny = ''] = hrefsIn(page).filter((href) => href.startsWith('?'));
    const allowed = await open(new URL(allow, address).href);
    const back = new URL(allowed.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe(parameters.state);
    expect(back.searchParams.has('code')).toBe(true);
    const denied = await open(new URL(deny, address).href);
    expect(new URL(denied.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
    expect(providers.of('reddit_ads').unexpected).toEqual([]);
  });
});
