import { conflict, forbidden, invalid } from '@patchbay/errors/failure';
import { createRpcTransport } from '@patchbay/rpc/client';
import { createTestCallers } from '@patchbay/testing/callers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { Problem } from '../schemas/problem.ts';
import { bearer, cookie, post, startGateway } from '../testing/gateway.ts';

/** Checks the headers and schema that every problem has, and returns the problem. */
async function problemOf(response: Response): Promise<z.output<typeof Problem>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = z.strictObject(Problem.shape).parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  expect(problem.instance).toBe(new URL(response.url).pathname);
  return problem;
}

const link = '/v1/auth/magic-link';
const names = { name: 'A', organizationName: 'A', organizationSlug: 'a' };
const signUp = post({ email: 'a@b.example', ...names, provider: 'google' });

describe('a request that does not match its schema', () => {
  it('a request that does not match its schema is a 400 that names every field', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(
      '/v1/signup',
      post({ email: 'nobody', name: ' ', organizationSlug: '-x', more: 1 }),
    );
    expect(await problemOf(response)).toMatchObject({
      status: 400,
      title: 'Validation Failed',
      errors: expect.arrayContaining([
        { path: 'email', message: 'must be an email address' },
        { path: 'name', message: 'must have 1 to 100 characters' },
        { path: 'organizationName', message: 'is required' },
        { path: 'organizationSlug', message: expect.stringContaining('lower-case') },
        { path: 'provider', message: 'is required' },
        { path: 'more', message: 'is not known' },
      ]),
    });
  });

  it.each([
    ['broken JSON', '{"email":', 'must be JSON'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'must be UTF-8'],
    ['no object', '[]', 'must be an object'],
    ['nothing', undefined, 'is required'],
  ])('a body that is %s is a 400 that names the whole body', async (_, body, message) => {
    const { fetch } = await startGateway();
    const response = await fetch(link, { ...post(null), body } as RequestInit);
    expect(await problemOf(response)).toMatchObject({ status: 400, errors: [{ path: '', message }] });
  });

  it.each([
    ['a name given twice', '{"email":"a@b.example","email":"c@d.example"}', 'email', 'must be given once'],
    ['a lone surrogate', '{"email":"\\ud800@b.example"}', 'email', 'must be Unicode text'],
    ['control characters', '{"name":"a\\u0007b"}', 'name', 'must not contain control characters'],
  ])('a body with %s is a 400', async (_, body, path, message) => {
    const { fetch } = await startGateway();
    const response = await fetch(path === 'name' ? '/v1/signup' : link, { ...post(null), body });
    expect((await problemOf(response)).errors).toContainEqual({ path, message });
  });

  it('a 400 names unknown and repeated query parameters, also where an operation has none', async () => {
    const { fetch } = await startGateway();
    const none = await fetch('/v1/me?verbose=1', { headers: bearer });
    expect((await problemOf(none)).errors).toEqual([{ path: 'verbose', message: 'is not known' }]);
    const logs = await fetch('/v1/organizations/acme/audit-logs?limit=1&limit=2&color=red', {
      headers: bearer,
    });
    expect((await problemOf(logs)).errors).toEqual([
      { path: 'limit', message: 'must be given once' },
      { path: 'color', message: 'is not known' },
    ]);
  });

  it('a body of an operation that takes none is a 400 that names its fields, and an empty one is accepted', async () => {
    const { fetch } = await startGateway();
    const signOut = (body: string) => fetch('/v1/auth/sign-out', { ...post(null, bearer), body });
    expect((await problemOf(await signOut('{"everywhere":true}'))).errors).toEqual([
      { path: 'everywhere', message: 'is not known' },
    ]);
    expect((await signOut('{}')).status).toBe(204);
    expect((await signOut('')).status).toBe(204);
  });

  it('a 400 names a bounded number of fields', async () => {
    const { fetch } = await startGateway();
    const errorsOf = async (length: number, name: string) => {
      const body = Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}${name}`, 1]));
      return (await problemOf(await fetch('/v1/me', { ...post(body, bearer), method: 'PATCH' }))).errors;
    };
    expect(await errorsOf(1_500, '')).toHaveLength(100);
    expect(await errorsOf(20_000, '')).toEqual([{ path: '', message: 'must have at most 2000 values' }]);
    const long = await errorsOf(2, 'é😀'.repeat(10_000));
    expect(long).toContainEqual({ path: expect.stringMatching(/^f0(é😀)+.?…$/u), message: 'is not known' });
    expect(JSON.stringify(long).length).toBeLessThan(1_000);
  });

  it('a 400 of a service names the fields of the service', async () => {
    const refusal = invalid({ path: 'email', message: 'must not be a public mailbox' });
    const { fetch } = await startGateway({
      implementations: { identity: { signUp: () => Promise.reject(refusal) } },
    });
    expect((await problemOf(await fetch('/v1/signup', signUp))).errors).toEqual([
      { path: 'email', message: 'must not be a public mailbox' },
    ]);
  });
});

describe('a request without a usable credential', () => {
  it.each([
    ['none', {}],
    ['an unknown bearer', { authorization: 'Bearer nonsense' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an unknown cookie', { cookie: 'patchbay_session=nonsense' }],
    ['a key, which decides over a good bearer', { ...bearer, 'x-api-key': 'pby_nonsense' }],
  ])('a request with %s is a 401', async (_, headers) => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/me', { headers });
    expect(await problemOf(response)).toMatchObject({ status: 401, title: 'Unauthorized' });
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="patchbay"');
  });

  it('an API key on an operation that refuses keys is a 401 that says so', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/me', { method: 'PATCH', headers: { 'x-api-key': 'pby_x' } });
    expect((await problemOf(response)).detail).toContain('does not accept API keys');
  });

  it('a missing credential is a 401 before anything else is checked', async () => {
    const { fetch } = await startGateway();
    const wrongEverywhere = { method: 'PATCH', headers: { 'content-type': 'text/plain' }, body: 'x' };
    expect((await fetch('/v1/me?x=1', wrongEverywhere)).status).toBe(401);
    expect((await fetch('/v1/organizations/NOT%20A%20SLUG')).status).toBe(401);
  });

  it('a public operation ignores credentials, valid or not', async () => {
    const { fetch } = await startGateway();
    const headers = { authorization: 'Bearer nonsense', 'x-api-key': 'nonsense' };
    expect((await fetch('/version', { headers })).status).toBe(200);
  });
});

describe('a request that the caller may not make', () => {
  it('a refusal of a service is a 403 with its text', async () => {
    const detail = 'Only admins can.';
    const { fetch } = await startGateway({
      implementations: { audit: { listAuditLogs: () => Promise.reject(forbidden(detail)) } },
    });
    const response = await fetch('/v1/organizations/acme/audit-logs', { headers: bearer });
    expect(await problemOf(response)).toMatchObject({ status: 403, title: 'Forbidden', detail });
  });

  it.each([
    ['no origin', {}],
    ['a foreign origin', { origin: 'https://evil.example' }],
  ])('a change with a session cookie and %s is a 403', async (_, headers) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/auth/sign-out', { method: 'POST', headers: { ...cookie, ...headers } });
    expect(await problemOf(response)).toMatchObject({ status: 403 });
    expect(calls.map(({ method }) => method)).toEqual(['authenticate']);
  });

  it('a change is accepted with a cookie from a trusted origin, and with a bearer from anywhere', async () => {
    const { fetch } = await startGateway();
    const byCookie = { ...cookie, origin: 'http://portal.test' };
    expect((await fetch('/v1/auth/sign-out', { method: 'POST', headers: byCookie })).status).toBe(204);
    const byBearer = { ...bearer, origin: 'https://evil.example' };
    expect((await fetch('/v1/auth/sign-out', { method: 'POST', headers: byBearer })).status).toBe(204);
    expect((await fetch('/v1/me', { headers: cookie })).status).toBe(200);
  });
});

describe('a path that names nothing', () => {
  it.each([
    '/v1/nothing',
    '/v1/me/',
    '/v1//me',
    '/v1/organizations/%ZZ',
    '/v1/organizations/NOT-A-SLUG',
    '/v1/organizations/%20acme',
    '/v1/organizations/unknown',
    '/v1/integrations/providers/NO%2FPE',
  ])('the path %s is a 404', async (path) => {
    const { fetch } = await startGateway();
    expect(await problemOf(await fetch(path, { headers: bearer }))).toMatchObject({
      status: 404,
      title: 'Not Found',
    });
  });
});

describe('other refusals', () => {
  it('a conflict is a 409', async () => {
    const refusal = conflict('The slug is taken.');
    const { fetch } = await startGateway({
      implementations: { identity: { signUp: () => Promise.reject(refusal) } },
    });
    expect(await problemOf(await fetch('/v1/signup', signUp))).toMatchObject({
      status: 409,
      title: 'Conflict',
      detail: 'The slug is taken.',
    });
  });

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('a body that is not plain JSON is a 415: %o', async (headers) => {
    const { fetch } = await startGateway();
    const response = await fetch(link, { method: 'POST', headers, body: '{"email":"a@b.example"}' });
    expect(await problemOf(response)).toMatchObject({ status: 415, title: 'Unsupported Media Type' });
  });

  it('a bug is a 500 that does not tell its text', async () => {
    const bug = new TypeError('secret of the house');
    const { fetch } = await startGateway({
      implementations: { identity: { updateUser: () => Promise.reject(bug) } },
    });
    const response = await fetch('/v1/me', { ...post({ name: 'A' }, bearer), method: 'PATCH' });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 500, title: 'Internal Server Error' });
    expect(problem).not.toHaveProperty('detail');
  });

  it('an outage of a service is a 503 with Retry-After', async () => {
    const identity = createRpcTransport({
      from: 'gateway',
      to: 'identity',
      // A port that nothing listens on.
      baseUrl: 'http://127.0.0.1:1',
      minter: createTestCallers().minter('gateway'),
    });
    onTestFinished(() => identity.close());
    const { fetch } = await startGateway({ parts: { identity } });
    const response = await fetch('/v1/me', { headers: bearer });
    expect(await problemOf(response)).toMatchObject({ status: 503, title: 'Service Unavailable' });
    expect(response.headers.get('retry-after')).toBe('1');
  });

  it('a service that is too slow is a 504', async () => {
    const { fetch } = await startGateway({
      implementations: { organization: { listOrganizations: () => new Promise<never>(() => {}) } },
      timeoutMs: 100,
    });
    expect(await problemOf(await fetch('/v1/organizations', { headers: bearer }))).toMatchObject({
      status: 504,
      title: 'Gateway Timeout',
    });
  });
});
