import { describe, expect, it } from 'vitest';
import { everybody } from './people.ts';
import { alternativesOf, failurePage, mailPage, refusalOf, startPage } from './start-page.ts';

const page = (account?: string) =>
  startPage({
    portalUrl: 'http://localhost:3001',
    apiUrl: 'http://localhost:3000',
    curl: "curl 'http://localhost:3000/?a=1&b=2'",
    began: '2026-11-17T04:00:00.000Z',
    people: everybody,
    providers: [
      {
        provider: 'criteo',
        name: 'Criteo',
        alternatives: [[{ label: 'Client ID', value: 'a<b' }], [{ label: 'Token', value: 't' }]],
        state: account === undefined ? undefined : { id: '1', status: 'active', account },
      },
      { provider: 'meta_ads', name: 'Meta Ads', alternatives: [], state: undefined },
    ],
  });

describe('the start page', () => {
  const { text, headers } = page();

  it('the start page lets in its own script and style, and nothing of another server', () => {
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src data:; img-src data:; script-src 'sha256-[^']+'; connect-src 'self'; frame-src 'self';/,
    );
    expect(text).not.toMatch(/ on\w+="| style="/);
  });
});

it('a mail in a frame opens its links in new tabs and runs nothing', () => {
  const { text, headers } = mailPage('<a href="http://localhost/x">Open</a>');
  expect(text).toBe('<a target="_blank" rel="noopener" href="http://localhost/x">Open</a>');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; /);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
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

it.each(['cross-site', 'same-site'])(
  'a page of another origin (%s) can link to the start page, but not press its buttons',
  (site) => {
    const headers = { host: 'localhost:3002', 'sec-fetch-site': site };
    expect(ask('/', headers)).toBeUndefined();
    expect(ask('/sign-in/lena', headers)).toBe(403);
    expect(ask('/connect/criteo', headers)).toBe(403);
    expect(ask('/live/0', headers)).toBe(403);
  },
);
