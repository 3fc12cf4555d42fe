import { Failure, invalid, unavailable } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { portalOrigin, startGateway } from '../../testing/gateway.ts';
import { outcomePage } from '../../testing/integrations.ts';
import { withRequestId } from './complete-connect-oauth.ts';

const callback = '/v1/connect/oauth/callback';

describe('the way back from a provider', () => {
  it('the callback passes the raw query on and redirects to the location of integration', async () => {
    const { fetch, calls } = await startGateway();
    const query = 'code=a%2Fb&state=s&state=t&scope=x&error_description=%E2%82%AC&auth_code=';
    const answer = await fetch(`${callback}?${query}`);
    expect(answer.status).toBe(302);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('location')).toBe(outcomePage);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(calls).toMatchObject([
      { method: 'completeConnectOauth', request: { query }, call: { caller: { type: 'anonymous' } } },
    ]);
  });

  it('the redirect keeps query and fragment of the return address', async () => {
    const location = 'https://agency.example/done?x=%20y&status=connected&integrationId=1#part';
    const { fetch } = await startGateway({
      implementations: { connect: { completeConnectOauth: () => ({ location }) } },
    });
    expect((await fetch(`${callback}?state=s`)).headers.get('location')).toBe(location);
  });

  it('a callback without parameters is passed to integration', async () => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(callback)).status).toBe(302);
    expect(calls[0]?.request).toMatchObject({ query: '' });
  });

  it.each([
    ['is away', unavailable('away'), 'retry'],
    ['takes too long', new Failure('timeout'), 'retry'],
    ['has a bug', new TypeError('a bug'), 'failed'],
    ['refuses', invalid({ path: 'query', message: 'is too long' }), 'failed'],
  ])('the callback redirects to a page of the Portal when integration %s', async (_, failure, outcome) => {
    const { fetch } = await startGateway({
      implementations: { connect: { completeConnectOauth: () => Promise.reject(failure) } },
    });
    const answer = await fetch(`${callback}?code=c&state=s`);
    expect(answer.status).toBe(302);
    expect(await answer.text()).toBe('');
    const requestId = answer.headers.get('x-request-id');
    expect(answer.headers.get('location')).toBe(
      `${portalOrigin}/connect/outcome?outcome=${outcome}#requestId=${requestId}`,
    );
  });

  it('the callback gives integration the time to call the provider', async () => {
    let seconds = 0;
    const { fetch } = await startGateway({
      implementations: {
        connect: {
          completeConnectOauth: (_request, context) => {
            seconds = Math.ceil((context.timeoutMs() ?? 0) / 1_000);
            return { location: outcomePage };
          },
        },
      },
    });
    await fetch(`${callback}?state=s`);
    expect(seconds).toBe(30);
  });

  it('the callback is limited per address', async () => {
    const { fetch } = await startGateway({
      limits: { connectPerAddress: { limit: 1, windowSeconds: 60 } },
    });
    const first = await fetch(callback);
    expect(first.headers.get('ratelimit-policy')).toBe(
      '"publicPerAddress";q=600;w=60, "connectPerAddress";q=1;w=60',
    );
    expect((await fetch(callback)).status).toBe(429);
  });
});

const portal = 'https://portal.example';
const page = `${portal}/connect/outcome?outcome=`;

describe('the request id in the address of the Portal', () => {
  it.each([
    [`${page}failed`, `${page}failed#requestId=r-1`],
    [`${page}retry#reason=Try+later.`, `${page}retry#reason=Try+later.&requestId=r-1`],
    [`${page}used`, `${page}used#requestId=r-1`],
    [`${page}connected#account=Acme`, `${page}connected#account=Acme`],
    [`${page}declined`, `${page}declined`],
    ['https://agency.example/?outcome=failed#part', 'https://agency.example/?outcome=failed#part'],
    [
      `${portal}.evil.example/connect/outcome?outcome=failed`,
      `${portal}.evil.example/connect/outcome?outcome=failed`,
    ],
  ])('the address %s becomes %s', (location, expected) => {
    expect(withRequestId(location, portal, 'r-1')).toBe(expected);
  });
});
