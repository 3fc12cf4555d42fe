import type { HandlerContext } from '@connectrpc/connect';
import { invalid, unauthenticated } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { bearer, post, startGateway } from '../../testing/gateway.ts';
import { account, connectPage, connectToken, providerConsentUrl } from '../../testing/integrations.ts';

const page = `/v1/connect/${connectToken}`;
const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });

interface Row {
  /** Of integration. */
  readonly method: string;
  readonly verb: string;
  readonly body?: object;
  /** The most characters of a token. */
  readonly longest: number;
}

/** The operations with a token. */
const rows: Row[] = [
  { method: 'getConnectPage', verb: '', longest: 128 },
  { method: 'startConnectOauth', verb: '/oauth', body: { region: 'eu' }, longest: 128 },
  {
    method: 'submitConnectCredentials',
    verb: '/credentials',
    body: { clientSecret: ' hunter2 ' },
    longest: 128,
  },
  { method: 'listConnectAccounts', verb: '/accounts', longest: 2_048 },
  { method: 'setConnectAccounts', verb: '/accounts', body: { accountIds: ['7'] }, longest: 2_048 },
];
const requestOf = ({ body }: Row, headers: Record<string, string> = {}): RequestInit =>
  body === undefined ? { headers } : post(body, headers);

describe.each(rows)('$method', (row) => {
  const { method, verb, longest } = row;
  const init = requestOf(row);

  it('a connect operation calls integration anonymously, whatever credentials are sent', async () => {
    const { fetch, calls } = await startGateway();
    const headers = { ...bearer, 'user-agent': 'a browser' };
    const answer = await fetch(`${page}${verb}`, requestOf(row, headers));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const call = { caller: { type: 'anonymous' }, ipAddress: '127.0.0.1', userAgent: 'a browser' };
    expect(calls).toMatchObject([
      // Refused credentials are counted by organization and provider.
      ...(method === 'submitConnectCredentials' ? [{ method: 'getConnectPage', call }] : []),
      { method, request: { token: connectToken }, call },
    ]);
  });

  it('an unknown connect token is a 404, and one that is too long is a 400', async () => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(`/v1/connect/${'x'.repeat(longest)}${verb}`, init)).status).toBe(404);
    expect((await fetch(`/v1/connect/%00${verb}`, init)).status).toBe(404);
    const before = calls.length;
    const tooLong = await fetch(`/v1/connect/${'x'.repeat(longest + 1)}${verb}`, init);
    expect(tooLong.status).toBe(400);
    expect(await tooLong.json()).toMatchObject({
      errors: [{ path: 'token', message: `must be at most ${longest} characters long` }],
    });
    expect(calls).toHaveLength(before);
  });

  it('an expired connect link is a 401 that does not count as a failed credential', async () => {
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: perMinute(1) },
      implementations: {
        connect: { [method]: () => Promise.reject(unauthenticated('The connect link has expired.')) },
      },
    });
    for (let index = 0; index < 3; index += 1) {
      const answer = await fetch(`${page}${verb}`, init);
      expect(answer.status).toBe(401);
      expect(answer.headers.has('www-authenticate')).toBe(true);
      expect(await answer.json()).toMatchObject({ detail: 'The connect link has expired.' });
    }
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
  });

  it('connect operations are limited per address, whatever the token', async () => {
    const { fetch, calls } = await startGateway({ limits: { connectPerAddress: perMinute(2) } });
    const first = await fetch(`${page}${verb}`, init);
    expect(first.headers.get('ratelimit-policy')).toMatch(
      /^"publicPerAddress";q=600;w=60, "connectPerAddress";q=2;w=60, "connectPerToken";q=20;w=60/,
    );
    expect((await fetch(`/v1/connect/guess${verb}`, init)).status).toBe(404);
    const before = calls.length;
    const refused = await fetch(`/v1/connect/another-guess${verb}`, init);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(calls).toHaveLength(before);
  });

  it('connect operations are limited per token, from whatever address, refused ones included', async () => {
    const { fetch } = await startGateway({
      config: { trustedProxies: 1 },
      limits: { connectPerToken: perMinute(2) },
    });
    const ask = (token: string, address: string) =>
      fetch(`/v1/connect/${token}${verb}`, requestOf(row, { 'x-forwarded-for': address }));
    for (const [token, status] of [
      [connectToken, 200],
      ['a-guess', 404],
    ] as const) {
      expect((await ask(token, '192.0.2.1')).status).toBe(status);
      expect((await ask(token, '192.0.2.2')).headers.get('ratelimit')).toContain('"connectPerToken";r=0;');
      expect((await ask(token, '192.0.2.3')).status).toBe(429);
    }
    expect((await ask('another-guess', '192.0.2.1')).status).toBe(404);
  });
});

it('the connect operations share the limit of a token', async () => {
  const { fetch } = await startGateway({ limits: { connectPerToken: perMinute(rows.length) } });
  for (const status of [200, 429])
    for (const row of rows) expect((await fetch(`${page}${row.verb}`, requestOf(row))).status).toBe(status);
});

describe('the page of a link', () => {
  it('values that are not set are null on the connect page', async () => {
    const { fetch } = await startGateway();
    expect(await (await fetch(page)).json()).toEqual({
      ...connectPage,
      category: null,
      expiresAt: '2026-11-22T09:30:00.000Z',
      returnUrl: null,
      connectedAt: null,
      organizationDomain: null,
      requestedBy: null,
    });
  });

  it('the connect page has every value that is set', async () => {
    const set = {
      category: 'dsp',
      returnUrl: 'https://agency.example/',
      organizationDomain: 'acme.example',
      requestedBy: { name: 'Ada', email: 'ada@acme.example' },
    };
    const { fetch } = await startGateway({
      implementations: { connect: { getConnectPage: () => ({ ...connectPage, ...set }) } },
    });
    expect(await (await fetch(page)).json()).toMatchObject({ ...set, authMethod: 'credentials' });
  });
});

describe('the beginning of a consent', () => {
  it('a started OAuth connection answers the consent address of the provider', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch(`${page}/oauth`, post({ region: 'eu' }));
    expect(await answer.json()).toEqual({ authorizationUrl: providerConsentUrl });
    expect(calls[0]?.request).toMatchObject({ fields: { region: 'eu' } });
  });

  it('a provider without fields needs no body', async () => {
    const { fetch, calls } = await startGateway();
    for (const init of [{ method: 'POST' }, post({})]) {
      expect((await fetch(`${page}/oauth`, init)).status).toBe(200);
      expect(calls.at(-1)?.request).toMatchObject({ fields: {} });
    }
  });
});

describe('submitted credentials', () => {
  it('submitted credentials are passed on unchanged and answered with the outcome', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch(`${page}/credentials`, post({ clientSecret: ' hunter2 ', seat: 7 }));
    expect(calls.at(-1)?.request).toMatchObject({ fields: { clientSecret: ' hunter2 ', seat: 7 } });
    expect(await answer.json()).toEqual({
      status: 'active',
      statusDetail: null,
      lastError: null,
      connectedAccount: 'Nordlicht GmbH',
      returnUrl: null,
    });
  });

  it('refused credentials are answered with the reason', async () => {
    const outcome = {
      status: 'error',
      statusDetail: 'Refused.',
      lastError: 'Down.',
      connectedAccount: 'Old',
      returnUrl: 'https://agency.example/',
    };
    const { fetch } = await startGateway({
      implementations: { connect: { submitConnectCredentials: () => outcome } },
    });
    expect(await (await fetch(`${page}/credentials`, post({}))).json()).toEqual(outcome);
  });

  it('many long unknown field names are refused with a small answer', async () => {
    const { fetch } = await startGateway({
      implementations: {
        connect: {
          submitConnectCredentials({ fields = {} }) {
            throw invalid(...Object.keys(fields).map((path) => ({ path, message: 'is not known' })));
          },
        },
      },
    });
    const errorsOf = async (names: readonly string[]) => {
      const body = Object.fromEntries(names.map((name) => [name, 1]));
      const answer = await fetch(`${page}/credentials`, post(body));
      expect(answer.status).toBe(400);
      return ((await answer.json()) as { errors: readonly { path: string }[] }).errors;
    };
    expect(await errorsOf(Array.from({ length: 1_990 }, (_, index) => `n${index}`))).toHaveLength(100);
    expect(await errorsOf(['n'.repeat(60_000)])).toMatchObject([{ path: `${'n'.repeat(200)}…` }]);
  });

  it('credentials without fields are a 400', async () => {
    const { fetch } = await startGateway();
    expect((await fetch(`${page}/credentials`, { method: 'POST' })).status).toBe(400);
  });
});

describe('the choice of accounts', () => {
  it('a page of accounts is asked for by cursor and limit', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch(`${page}/accounts?cursor=50&limit=20`);
    expect(calls.at(-1)?.request).toMatchObject({ cursor: '50', limit: 20 });
    expect(await answer.json()).toEqual({ accounts: [expect.objectContaining(account)], nextCursor: '50' });
    await fetch(`${page}/accounts`);
    expect(calls.at(-1)?.request).toMatchObject({ limit: 50 });
    for (const query of ['limit=0', 'limit=201', 'cursor=', 'other=1'])
      expect((await fetch(`${page}/accounts?${query}`)).status).toBe(400);
  });

  it('chosen accounts, or all of them, are passed on and answered with the outcome', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(`${page}/accounts`, post({ all: true }));
    expect(calls.at(-1)?.request).toMatchObject({ choice: { case: 'all', value: true } });
    const answer = await fetch(`${page}/accounts`, post({ accountIds: ['7', '8'] }));
    expect(calls.at(-1)?.request).toMatchObject({ choice: { case: 'accounts', value: { ids: ['7', '8'] } } });
    expect(await answer.json()).toMatchObject({ status: 'active', connectedAccount: 'Nordlicht GmbH' });
  });

  it.each([
    ['neither accounts nor all', {}, ''],
    ['both', { accountIds: ['7'], all: true }, ''],
    ['not all', { all: false }, 'all'],
    ['no accounts', { accountIds: [] }, 'accountIds'],
    ['101 accounts', { accountIds: Array.from({ length: 101 }, (_, index) => `${index}`) }, 'accountIds'],
    ['an id of 201 characters', { accountIds: ['x'.repeat(201)] }, 'accountIds.0'],
  ])('a choice of %s is a 400', async (_, body, path) => {
    const { fetch } = await startGateway();
    const answer = await fetch(`${page}/accounts`, post(body));
    expect(await answer.json()).toMatchObject({ status: 400, errors: [{ path }] });
  });

  it('integration gets the time to ask the provider', async () => {
    const seconds: number[] = [];
    const timed = (context: HandlerContext) => {
      seconds.push(Math.ceil((context.timeoutMs() ?? 0) / 1_000));
      return {};
    };
    const { fetch } = await startGateway({
      implementations: {
        connect: {
          listConnectAccounts: (_, context) => timed(context),
          setConnectAccounts: (_, context) => timed(context),
        },
      },
    });
    await fetch(`${page}/accounts`);
    await fetch(`${page}/accounts`, post({ all: true }));
    expect(seconds).toEqual([30, 30]);
  });
});
