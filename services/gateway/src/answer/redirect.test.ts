import { unavailable } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDocument } from '../openapi/document.ts';
import { never } from '../operation/assistant.ts';
import { defineOperation } from '../operation/operation.ts';
import { portalOrigin, startGateway } from '../testing/gateway.ts';
import { Redirect } from './answer.ts';

/** An operation to which a browser is redirected, like the callback of a provider. */
const callback = defineOperation({
  id: 'exampleCallback',
  group: 'auth',
  method: 'GET',
  path: '/v1/example/callback',
  summary: '',
  description: '',
  credentials: 'none',
  access: { scope: 'public' },
  limits: [{ name: 'connectPerAddress', per: 'address' }],
  query: z.object({ state: z.string().max(9).exactOptional() }),
  answer: { status: 302, description: '' },
  assistant: never('is for programs and browsers'),
  audit: { none: 'an example' },
  problems: ['rate_limited'],
  redirectFailure: ({ code }, { portalUrl }) => new Redirect(`${portalUrl}/sign-in?error=${code}`),
  async handle(request, { portalUrl }) {
    if (request.query.state === 'down') throw unavailable('the provider is down');
    request.setCookie('state=1; Path=/');
    request.setCookie('session=2; Path=/');
    request.setCookie('state=; Path=/; Max-Age=0');
    return new Redirect(`${portalUrl}/näch\r\nste?x=1`);
  },
});

const start = () =>
  startGateway({
    operations: [callback],
    limits: { connectPerAddress: { limit: 2, windowSeconds: 60 } },
  });

describe('an operation that redirects', () => {
  it('an operation that redirects is documented with its Location and the problems that it names', () => {
    const { paths } = createDocument([callback], { publicUrl: 'http://api.test', cookieName: 'c' });
    expect(paths).toMatchObject({
      [callback.path]: { get: { responses: { 302: { headers: { Location: {} } }, 429: {}, 431: {} } } },
    });
    expect(JSON.stringify(paths)).not.toContain('ValidationFailed');
  });

  it('a redirect is a 302 without a body, with each cookie once and a location of one line', async () => {
    const { fetch } = await start();
    const response = await fetch('/v1/example/callback?state=good');
    expect(response.status).toBe(302);
    expect(await response.text()).toBe('');
    expect(response.headers.get('location')).toBe(`${portalOrigin}/n%C3%A4chste?x=1`);
    expect(response.headers.getSetCookie()).toEqual(['session=2; Path=/', 'state=; Path=/; Max-Age=0']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('unknown query parameters are ignored where the schema is not strict', async () => {
    const { fetch } = await start();
    const response = await fetch('/v1/example/callback?scope=a&scope=b&state=good');
    expect(response.headers.get('location')).toBe(`${portalOrigin}/n%C3%A4chste?x=1`);
  });

  it.each([
    ['of the operation', 'state=down', 'unavailable'],
    ['of validation', 'state=far-too-long', 'invalid'],
    ['of a repeated parameter', 'state=a&state=b', 'invalid'],
  ])('a failure %s redirects to a page', async (_, query, code) => {
    const { fetch } = await start();
    const response = await fetch(`/v1/example/callback?${query}`);
    expect(response.status).toBe(302);
    expect(await response.text()).toBe('');
    expect(response.headers.get('location')).toBe(`${portalOrigin}/sign-in?error=${code}`);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('a failure that the operation names is a problem, not a redirect', async () => {
    const { fetch } = await start();
    const statuses = [];
    for (let index = 0; index < 3; index++) statuses.push((await fetch('/v1/example/callback')).status);
    expect(statuses).toEqual([302, 302, 429]);
  });
});
