import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { RelayRequest } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { Failure, forbidden } from '@patchbay/errors/failure';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Implementations } from '../../testing/default-methods.ts';
import { apiKeyHeader, bearer, cookie, portalOrigin, startGateway } from '../../testing/gateway.ts';
import { integration } from '../../testing/integrations.ts';
import { headOf, openRequest } from '../../testing/open-request.ts';
import { accessTo } from '../../testing/values.ts';

const relayPath = `/v1/organizations/acme/workspaces/brand/integrations/${integration.id}/relay`;
const one = `${relayPath}/example/campaigns`;
const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });

type Relay = NonNullable<Implementations['relay']>;

const head = (status = 200, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
});
const start = (relay: Relay) => startGateway({ implementations: { relay } });
const nothing = new Uint8Array();
/** A relay whose answer has this head, and what `parts` yields as its body. */
const streaming =
  (message: ReturnType<typeof head>, parts: () => AsyncIterable<Uint8Array>): Relay =>
  async () => ({ message, body: parts() });

/** What the relay was asked, for a request whose target the URL parser would change. */
async function relayed(target: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) {
  const { port, calls } = await startGateway();
  const response = await headOf(openRequest(port, target, method, undefined, headers));
  response.resume();
  await once(response, 'end');
  const asked = calls.find((call) => call.method === 'relay')?.request as RelayRequest | undefined;
  return { status: response.statusCode, headers: response.headers, asked };
}

describe('a relayed request', () => {
  it.each([
    ['campaigns/1/ads', 'campaigns/1/ads', ''],
    ['a%2Fb/%2e%2e/c//d;e%zz', 'a%2Fb/%2e%2e/c//d;e%zz', ''],
    ['../../secrets', '../../secrets', ''],
    ['customers:list?a=1&a=%20b+c&limit=x?y', 'customers:list', 'a=1&a=%20b+c&limit=x?y'],
    ['?q=1', '', 'q=1'],
  ])('a request of %s reaches relay undecoded', async (sent, path, query) => {
    const { status, asked } = await relayed(`${relayPath}/example/${sent}`);
    expect(status).toBe(200);
    expect(asked).toMatchObject({ integrationId: integration.id, api: 'example', path, query });
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])('relay gets the method %s', async (method) => {
    const { status, asked } = await relayed(one, method);
    expect([status, asked?.method]).toEqual([200, method]);
  });

  it('relay gets the headers of the request except our credentials and those of the connection', async () => {
    const { asked } = await relayed(one, 'GET', {
      cookie: 'patchbay_session=secret',
      connection: 'close, X-Only-Here, Proxy-Authorization',
      'x-only-here': '1',
      forwarded: 'for=1.2.3.4',
      'x-forwarded-for': '1.2.3.4',
      te: 'trailers',
      'proxy-authorization': 'Basic secret',
      prefer: 'return=minimal',
      'x-http-method-override': 'DELETE',
    });
    expect(asked?.headers.map(({ name, value }) => [name, value])).toEqual([
      ['proxy-authorization', 'Basic secret'],
      ['prefer', 'return=minimal'],
      ['x-http-method-override', 'DELETE'],
    ]);
    const { fetch, calls } = await startGateway();
    expect((await fetch(one, { headers: apiKeyHeader('workspace') })).status).toBe(200);
    const last = calls.at(-1)?.request as RelayRequest | undefined;
    expect(last?.headers.map(({ name }) => name)).not.toContain('x-api-key');
  });

  it('the body is passed on byte by byte, whatever its type says, up to 4 MiB', async () => {
    const { fetch, calls } = await startGateway();
    const body = Buffer.alloc(4 * 1024 * 1024, Buffer.from([0, 255, 10, 13, 200]));
    const init = { method: 'POST', headers: { ...bearer, 'content-type': 'application/json' } };
    const answer = await fetch(one, { ...init, body });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    const tooLong = await fetch(one, { ...init, body: Buffer.alloc(body.length + 1) });
    expect([tooLong.status, tooLong.headers.get('patchbay-relay')]).toEqual([413, 'refused']);
    expect(calls.filter(({ method }) => method === 'relay')).toHaveLength(1);
  });

  it('the body of somebody who may not see the organization is not read', async () => {
    const { port } = await startGateway();
    const path = one.replace(/organizations\/[^/]+/, 'organizations/unknown');
    const headers = { ...bearer, 'content-length': '1000' };
    const opened = send({ port, path, method: 'PUT', headers, agent: false });
    opened.on('error', () => {});
    onTestFinished(() => void opened.destroy());
    opened.flushHeaders();
    expect((await headOf(opened)).statusCode).toBe(404);
  });

  it('relayed bodies of an organization hold 8 MiB at most, until they are answered', async () => {
    const answers = Promise.withResolvers<void>();
    let asked = 0;
    const { fetch } = await start(async () => {
      asked += 1;
      await answers.promise;
      return { message: head(204), body: nothing };
    });
    const put = async () => {
      const { status } = await fetch(one, {
        method: 'PUT',
        headers: bearer,
        body: Buffer.alloc(4 * 1024 * 1024),
      });
      return status;
    };
    const held = [put(), put()];
    await expect.poll(() => asked, { timeout: 60_000 }).toBe(2);
    expect(await put()).toBe(503);
    answers.resolve();
    expect(await Promise.all(held)).toEqual([204, 204]);
    expect(await put()).toBe(204);
  });

  it.each([
    ['a folded header', 'prefer: a\r\n b: c'],
    ['a bare carriage return', 'prefer: a\rx-api-key: b'],
    ['a NUL', 'prefer: a\0b'],
    ['a space before the colon', 'prefer : a'],
    ['two lengths', 'content-length: 1\r\ncontent-length: 2'],
    ['a length and chunks', 'content-length: 1\r\ntransfer-encoding: chunked'],
    ['chunks that are not the last coding', 'transfer-encoding: chunked, identity'],
    ['a length that is no number', 'content-length: +1'],
  ])('a request with %s is a 400 and reaches nothing', async (_, line) => {
    const { port, calls } = await startGateway();
    const socket = connect(port);
    onTestFinished(() => void socket.destroy());
    const { authorization } = bearer;
    socket.end(`POST ${one} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n${line}\r\n\r\nx`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
    expect(calls.some(({ method }) => method === 'relay')).toBe(false);
  });

  it('a body that is shorter than its length reaches nothing', async () => {
    const { port, calls } = await startGateway();
    const socket = connect(port);
    onTestFinished(() => void socket.destroy());
    const { authorization } = bearer;
    socket.end(
      `POST ${one} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: 9\r\n\r\nx`,
    );
    await text(socket);
    expect(calls.some(({ method }) => method === 'relay')).toBe(false);
  });

  it('two of a header come as one, and two content types as the first', async () => {
    const { port, calls } = await startGateway();
    const opened = openRequest(port, one, 'GET', undefined, {
      prefer: ['a', 'b'],
      'content-type': ['application/json', 'text/plain'],
      connection: 'close, Authorization, origin',
    } as never);
    (await headOf(opened)).resume();
    const asked = calls.find(({ method }) => method === 'relay')?.request as RelayRequest | undefined;
    expect(asked?.headers.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'prefer: a, b',
      'content-type: application/json',
    ]);
  });

  it('an encoded body is a 415: rules could not read it', async () => {
    const { fetch } = await startGateway();
    const answer = await fetch(one, {
      method: 'POST',
      headers: { ...bearer, 'content-encoding': 'gzip' },
      body: 'x',
    });
    expect(answer.status).toBe(415);
  });

  it.each(['GET', 'HEAD', 'POST'])('a %s with a session cookie needs a trusted origin', async (method) => {
    const { fetch, calls } = await startGateway();
    const from = async (headers: Record<string, string>) =>
      (await fetch(one, { method, headers: { ...cookie, ...headers } })).status;
    expect(await from({})).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(403);
    expect(await from({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(calls.some((call) => call.method === 'relay')).toBe(false);
    expect(await from({ origin: portalOrigin })).toBe(200);
  });
});

describe('a relayed answer', () => {
  it('status and headers are those of the provider, beside those of every answer', async () => {
    const { fetch } = await start(
      streaming(
        head(404, {
          'content-type': 'text/html',
          etag: '"1"',
          'x-request-id': 'of-the-provider',
          'content-security-policy': "default-src 'unsafe-inline'",
          'cache-control': 'public',
        }),
        async function* () {
          yield Buffer.from('<script>alert(1)</script>');
        },
      ),
    );
    const answer = await fetch(one, { headers: { ...bearer, 'x-request-id': 'ours' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'patchbay-relay': 'provider',
      'content-type': 'text/html',
      etag: '"1"',
      'x-request-id': 'ours',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
      'ratelimit-policy': expect.stringContaining('"relayPerIntegration";q=600;w=60'),
    });
  });

  it('a HEAD keeps the length that the provider declares, and 204 has no body', async () => {
    const { fetch } = await start(async ({ method }) => ({
      message: method === 'HEAD' ? head(200, { 'content-length': '1000' }) : head(204),
      body: Readable.from([]),
    }));
    const answer = await fetch(one, { method: 'HEAD', headers: bearer });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000']);
    expect((await fetch(one, { method: 'DELETE', headers: bearer })).status).toBe(204);
  });

  it('head and chunks arrive when the provider sends them', async () => {
    const next = Promise.withResolvers<void>();
    const { fetch } = await start(
      streaming(head(), async function* () {
        await next.promise;
        yield Buffer.from('one');
      }),
    );
    const answer = await fetch(one, { headers: bearer });
    expect(answer.headers.get('patchbay-relay')).toBe('provider');
    next.resolve();
    expect(await answer.text()).toBe('one');
  });

  it('relay is asked for more only as fast as the client reads', async () => {
    let sent = 0;
    const { port } = await start(
      streaming(head(), async function* () {
        for (; sent < 4_096; sent += 1) yield Buffer.alloc(65_536);
      }),
    );
    const response = await headOf(openRequest(port, one));
    await sleep(300);
    expect(sent).toBeLessThan(512);
    const before = sent;
    for (let read = 0; read < 16_777_216; ) {
      const bytes = response.read() as Buffer | null;
      if (bytes === null) await once(response, 'readable');
      else read += bytes.length;
    }
    await expect.poll(() => sent).toBeGreaterThan(before);
  });

  it.each([
    ['fails', {}, forbidden('The grant has ended.')],
    ['is shorter than its length', { 'content-length': '10' }, undefined],
    ['is longer than its length', { 'content-length': '2' }, undefined],
  ])('an answer that %s is cut', async (_what, headers, failure) => {
    const { port } = await start(
      streaming(head(200, headers), async function* () {
        yield Buffer.from('{"a":');
        if (failure) throw failure;
      }),
    );
    const response = await headOf(openRequest(port, one));
    expect(response.statusCode).toBe(200);
    await expect(text(response)).rejects.toThrow('aborted');
  });

  it('an answer that relay knows as a whole is sent at once', async () => {
    const message = head(200, { 'content-length': '2' });
    const { fetch } = await start(async () => ({ message, body: Buffer.from('{}') }));
    const answer = await fetch(one, { headers: bearer });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '2',
      '{}',
    ]);
  });

  it('the stream of a client that leaves is ended', async () => {
    const ended = Promise.withResolvers<void>();
    const { port } = await start(
      streaming(head(), async function* () {
        try {
          for (;;) {
            yield Buffer.from('1');
            await turn();
          }
        } finally {
          ended.resolve();
        }
      }),
    );
    const opened = openRequest(port, one);
    await headOf(opened);
    opened.destroy();
    await expect(ended.promise).resolves.toBeUndefined();
  });

  it.each([101, 700])(
    'an answer of relay with the status %i is a 500, and its body is not read',
    async (status) => {
      const ended = Promise.withResolvers<void>();
      const { fetch } = await start(async (_request, _body, { signal }) => {
        signal.addEventListener('abort', () => ended.resolve());
        return { message: head(status), body: Readable.from(['x']) };
      });
      const answer = await fetch(one, { headers: bearer });
      expect([answer.status, answer.headers.get('patchbay-relay')]).toEqual([500, 'refused']);
      await ended.promise;
    },
  );
});

describe('a refusal of Patchbay', () => {
  const statusOf = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return [status, headers.get('patchbay-relay'), headers.get('content-type')];
  };
  const refused = (status: number) => [status, 'refused', 'application/problem+json'];

  it('what Patchbay answers on the path of the relay is a problem that says so', async () => {
    const { fetch } = await start(async () => {
      throw forbidden('The key has no grant for this integration.');
    });
    expect(await statusOf(fetch(one))).toEqual(refused(401));
    expect(await statusOf(fetch(one, { headers: bearer }))).toEqual(refused(403));
    expect(await statusOf(fetch(one.replace('acme', 'other'), { headers: bearer }))).toEqual(refused(404));
    expect(await statusOf(fetch(`${relayPath}/Not-An-Api/x`, { headers: bearer }))).toEqual(refused(404));
    expect(await statusOf(fetch(`${relayPath}/%zz/x`, { headers: bearer }))).toEqual(refused(404));
    expect(await statusOf(fetch(one, { method: 'QUERY', headers: bearer }))).toEqual(refused(405));
    const preflight = await fetch(one, { method: 'OPTIONS', headers: { origin: portalOrigin } });
    expect([preflight.status, preflight.headers.get('patchbay-relay')]).toEqual([204, null]);
    expect(preflight.headers.get('access-control-allow-methods')).toBe(
      'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
    );
  });

  it('a backslash that Express would read as a slash is a 404', async () => {
    const { port } = await startGateway();
    const socket = connect(port);
    onTestFinished(() => void socket.destroy());
    const target = one.replace('/relay/', '\\relay/');
    socket.end(`GET ${target}# HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 40[014] /);
  });

  it('requests of an integration and of an organization are limited, by sessions and keys alike', async () => {
    const { fetch } = await startGateway({
      limits: { relayPerIntegration: perMinute(2), relayPerOrganization: perMinute(3) },
    });
    const other = one.replace(integration.id, '0199c1f5-6b82-7d97-8f3a-000000000000');
    expect((await fetch(one, { headers: bearer })).status).toBe(200);
    expect((await fetch(one, { method: 'POST', headers: apiKeyHeader('workspace') })).status).toBe(200);
    expect(await statusOf(fetch(one, { headers: bearer }))).toEqual(refused(429));
    expect((await fetch(other, { headers: bearer })).status).toBe(200);
    expect(await statusOf(fetch(other, { headers: bearer }))).toEqual(refused(429));
  });

  it('a request that is refused does not count for its organization, and a relayed change is no change of the organization', async () => {
    let isRefused = true;
    const { fetch } = await startGateway({
      limits: {
        relayPerOrganization: perMinute(1),
        changePerOrganization: perMinute(1),
      },
      implementations: {
        async relay() {
          if (isRefused) throw new Failure('conflict', 'The integration is not active.');
          return { message: head(500), body: nothing };
        },
      },
    });
    const change = () => fetch(one, { method: 'POST', headers: bearer });
    for (let count = 0; count < 3; count += 1) expect(await statusOf(change())).toEqual(refused(409));
    isRefused = false;
    const answer = await change();
    expect([answer.status, answer.headers.get('patchbay-relay')]).toEqual([500, 'provider']);
    expect(answer.headers.get('ratelimit-policy')).not.toContain('changePerOrganization');
    expect((await change()).status).toBe(429);
  });

  it('a request whose answer breaks off counts for its organization, whatever ended it', async () => {
    const { fetch } = await startGateway({
      limits: { relayPerOrganization: perMinute(1) },
      implementations: {
        relay: streaming(head(), async function* () {
          yield Buffer.from('one');
          throw new Failure('conflict', 'The integration was disabled.');
        }),
      },
    });
    const cut = await fetch(one, { headers: bearer }).catch(() => undefined);
    await cut?.text().catch(() => {});
    expect(await statusOf(fetch(one, { headers: bearer }))).toEqual(refused(429));
  });

  it('a request that is refused counts for its integration, except one of a caller whose role is too low', async () => {
    const { organization, workspace } = accessTo('acme', 'brand') ?? {};
    let role: Role = Role.VIEWER;
    const { fetch } = await startGateway({
      limits: { relayPerIntegration: perMinute(2) },
      implementations: {
        organization: {
          resolveAccess: () => ({
            access: { organization: { ...organization, role }, workspace: { ...workspace, role } },
          }),
        },
        async relay() {
          throw forbidden('The grant does not include the account 2.');
        },
      },
    });
    for (let count = 0; count < 3; count += 1)
      expect(await statusOf(fetch(one, { headers: bearer }))).toEqual(refused(403));
    role = Role.MEMBER;
    for (let count = 0; count < 2; count += 1)
      expect(await statusOf(fetch(one, { headers: bearer }))).toEqual(refused(403));
    expect(await statusOf(fetch(one, { headers: bearer }))).toEqual(refused(429));
  });
});
