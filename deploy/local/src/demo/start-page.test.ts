import { describe, expect, it } from 'vitest';
import { everybody } from './people.ts';
import { alternativesOf, failurePage, refusalOf, startPage } from './start-page.ts';

const table = {
  request: "curl 'http://localhost:3000/?a=1&b=2'",
  campaigns: [{ name: 'Boots & more', status: 'ACTIVE' }],
  entry: undefined,
};

const page = (account?: string, shown: Parameters<typeof startPage>[0]['table'] = table) =>
  startPage({
    portalUrl: 'http://localhost:3001',
    apiUrl: 'http://localhost:3000',
    people: everybody,
    providers: [
      {
        provider: 'criteo',
        name: 'Criteo',
        alternatives: [[{ label: 'Client ID', value: 'a<b' }], [{ label: 'Token', value: 't' }]],
        account,
      },
      { provider: 'meta_ads', name: 'Meta Ads', alternatives: [], account: undefined },
    ],
    table: shown,
  }).text;

describe('the start page', () => {
  it('the start page has a button for each provider, and the values to type', () => {
    expect(page()).toMatch(/<a class="button" href="\/connect\/criteo"[^>]*>Connect Criteo<\/a>/);
    expect(page()).toContain('<dt>Client ID</dt><dd><code>a&lt;b</code></dd>');
    expect(page()).toContain('<p>or</p><dl><dt>Token</dt><dd><code>t</code></dd></dl>');
    expect(page()).toMatch(/href="\/connect\/meta_ads"[^>]*>Connect Meta Ads<\/a>/);
    expect(page().match(/simulated consent page/g)).toHaveLength(1);
  });

  it('the start page shows which providers are connected', () => {
    expect(page()).not.toContain('Connected to');
    expect(page('Nordlicht & Co')).toContain('<p>Connected to Nordlicht &amp; Co.</p>');
    expect(page('Nordlicht & Co')).toContain('Connect Criteo again</a>');
  });

  it('the start page shows campaigns, the request that read them and its entry in the trail', () => {
    expect(page()).toContain("<code>curl 'http://localhost:3000/?a=1&amp;b=2'</code>");
    expect(page()).toContain('<tr><td>Boots &amp; more</td><td>ACTIVE</td></tr>');
    expect(page()).toContain('Reload the page');
    const entry = {
      action: 'integration.used',
      occurredAt: '2026-11-17T04:00:00.000Z',
      actor: { name: 'Lena' },
    };
    const complete = page(undefined, { ...table, entry });
    expect(complete).toContain('<code>integration.used</code> by\nLena at 2026-11-17T04:00:00.000Z');
    const failed = page(undefined, { ...table, request: undefined, problem: 'It is <disabled>.' });
    expect(failed).toContain('<p>They cannot be read now: It is &lt;disabled&gt;.</p>');
    expect(failed).not.toContain('<table>');
  });

  it('the start page has a sign-in button for every person', () => {
    for (const { id, name, email } of everybody) {
      expect(page()).toMatch(new RegExp(`href="/sign-in/${id}"[^>]*>Sign in as ${name}</a>`));
      expect(page()).toContain(email);
    }
  });
});

it('the failure page links back to the start page', () => {
  expect(failurePage('<no>')).toMatchObject({ status: 500, text: expect.stringContaining('&lt;no&gt;') });
  expect(failurePage('').text).toContain('href="/"');
});

const fields = [
  { name: 'login', label: 'Login' },
  { name: 'password', label: 'Password' },
  { name: 'token', label: 'Token' },
];
const way = (values: Record<string, string>) => ({ name: '', fields: values, settings: {}, account: null });

describe('what to type', () => {
  it('the values to type are listed once for each set of fields, in the order of the form', () => {
    const ways = [
      way({ password: 'p', login: 'l' }),
      way({ token: 't' }),
      way({ login: 'x', password: 'y' }),
    ];
    expect(alternativesOf(ways, fields)).toEqual([
      [
        { label: 'Login', value: 'l' },
        { label: 'Password', value: 'p' },
      ],
      [{ label: 'Token', value: 't' }],
    ]);
  });

  it('a provider with a consent page has no values to type', () => {
    expect(alternativesOf([way({})], [])).toEqual([]);
  });
});

const ask = (path: string, headers: Readonly<Record<string, string>>) => refusalOf({ path, headers })?.status;

it.each(['localhost:3002', '127.0.0.1:3002', '[::1]:3002', 'LOCALHOST'])(
  'a request with the Host %s is answered',
  (host) => {
    expect(ask('/', { host })).toBeUndefined();
    expect(ask('/sign-in/lena', { host, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    // Typed into the address bar, or opened from the terminal.
    expect(ask('/sign-in/lena', { host, 'sec-fetch-site': 'none' })).toBeUndefined();
    expect(ask('/sign-in/lena', { host })).toBeUndefined();
  },
);

it.each([
  'evil.example:3002',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.168.0.7:3002',
  '',
  'a b',
])('a request with the Host %j is refused', (host) => {
  expect(ask('/', { host })).toBe(421);
  expect(ask('/sign-in/lena', { host })).toBe(421);
});

it('another website can link to the start page, but not press its buttons', () => {
  const headers = { host: 'localhost:3002', 'sec-fetch-site': 'cross-site' };
  expect(ask('/', headers)).toBeUndefined();
  expect(ask('/sign-in/lena', headers)).toBe(403);
  expect(ask('/connect/criteo', headers)).toBe(403);
});
