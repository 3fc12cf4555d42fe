import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Principal } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { basicAuthorization } from '../connector/call.ts';
import { lastingCredentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Provider } from '../connector/provider.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import type { LiveGrant, RelayedIntegration, RunningRequest } from '../store/relayed-integration.ts';
import { createRelay, type NotedChange, type RelayRequest } from './relay.ts';

const password = 'p/ss "wörd"';
const ourClient = { clientId: 'our-app', clientSecret: 'our+"app"/s€cret' };
const tokenOf = (version: number): string => `Atza|token-${version}`;
const integrationId = '0198b3a0-0000-7000-8000-000000000001';

const person = { userId: 'u', email: 'ada@acme.example', name: 'Ada' };
const session: Principal = { type: 'user', sessionId: 's', ...person };
const key = {
  type: 'api_key',
  keyId: 'k',
  lineId: 'k',
  prefix: 'pb_org_abcdefgh',
  level: 'organization',
  role: 'member',
  organizationId: 'o',
  workspaceId: null,
  creator: person,
} as const satisfies Principal;

/** An invented provider with one api, and a server in its place. */
async function start(
  answer: RequestListener,
  changed: Partial<RelayedIntegration> = {},
  { isVerified = false, ...use }: Partial<Provider['use']> & { isVerified?: boolean } = {},
) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { logger } = createLog();
  const outgoing = createOutgoing({ logger, allowedOrigins: [origin] });
  onTestFinished(async () => {
    await outgoing.component.stop?.();
    server.close();
    server.closeAllConnections();
  });
  const provider: Provider = {
    provider: 'echo',
    name: 'Echo Ads',
    category: 'dsp',
    authMethod: 'credentials',
    connectFields: [
      { name: 'login', label: 'Login', type: 'string', required: true },
      { name: 'password', label: 'Password', type: 'secret', required: true },
    ],
    settingsFields: [],
    documentationUrl: 'https://echo.example/docs',
    appValues: [],
    classify: ({ body }) =>
      JSON.stringify(body)?.includes('NOAUTH') ? new ProviderFailure('unauthorized') : undefined,
    connect: () => ({
      renew: () => expect.unreachable('the main program renews'),
      verify: () => expect.unreachable('the main program verifies'),
      authorize: ({ credentials: { secrets } }) => ({
        headers: {
          authorization: basicAuthorization('ada', secrets['password'] ?? ''),
          'x-token': secrets['accessToken'] ?? '',
        },
        query: { proof: `proof of ${secrets['accessToken']}` },
      }),
    }),
    use: {
      access: ['read', 'manage'],
      apis: [
        {
          name: 'ads',
          description: 'Everything.',
          baseUrl: 'https://echo.example/v1',
          reads: ['POST /search'],
          refused: ['/users/**'],
          account: { path: ['/accounts/{account}/**'] },
        },
      ],
      returnedHeaders: ['x-request-id'],
      accountNames: { shape: /[1-9]\d{4,9}/ },
      listsAccounts: false,
      accountSettings: [],
      ...use,
    },
  };
  const installations = { echo: { ...ourClient, endpoints: { 'https://echo.example': origin } } };
  const catalogue = createCatalogue([provider], installations);
  const ending = new AbortController();
  const events: string[] = [];
  const notes: NotedChange[] = [];
  const held: RunningRequest[] = [];
  let version = 1;
  let worksUntil = 0;
  let integration: RelayedIntegration = {
    id: integrationId,
    name: 'Echo',
    provider: 'echo',
    status: 'active',
    statusDetail: null,
    settings: {},
    access: 'manage',
    stored: null,
    grant: null,
    chosen: null,
    isWorking: false,
    ...changed,
  };
  const clock = createManualClock();
  const relay = createRelay({ installations, catalogue, clock });
  const connector = provider.connect({} as never);
  const work = (): void => {
    worksUntil = clock.uptime() + 60_000;
  };
  const changeIntegration = (changes: Partial<RelayedIntegration>): void => {
    integration = { ...integration, ...changes };
  };
  const send = async (
    line: string,
    {
      caller = session,
      role = 'admin',
      organizationId = 'o',
      signal = new AbortController().signal,
      ...request
    }: Partial<RelayRequest> & {
      caller?: Principal;
      role?: Role;
      organizationId?: string;
      signal?: AbortSignal;
    } = {},
  ) => {
    const [method = '', path = ''] = line.split(' ');
    const relayed = await relay(
      {
        catalogue,
        installations,
        connectorOf: () => connector,
        outgoing,
        tokens: {
          async renew(_id, of, why) {
            if (why === 'refused' && worksUntil > clock.uptime()) return;
            events.push(`renew ${of}`);
            version = of + 1;
          },
          async refused() {
            events.push('refused');
            if (isVerified) return work();
            integration = { ...integration, status: 'error', statusDetail: 'The credentials were refused.' };
          },
        },
        hold: (running) => {
          held.push(running);
          return {
            signal: ending.signal,
            release: () => void (running.grantId === null || events.push('released')),
          };
        },
        find: async () => ({
          ...integration,
          isWorking: worksUntil > clock.uptime(),
          stored: {
            version,
            credentials: lastingCredentials({ login: 'ada-login', password, accessToken: tokenOf(version) }),
          },
        }),
        async note(_integration, change) {
          notes.push(change);
          events.push('noted');
          return async (status) => void events.push(`answered ${status}`);
        },
      },
      { caller, role, organizationId },
      { api: 'ads', method, path, query: '', headers: {}, body: new Uint8Array(), ...request },
      signal,
    );
    return { ...relayed, body: Buffer.isBuffer(relayed.body) ? Readable.from([relayed.body]) : relayed.body };
  };
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { send, work, changeIntegration, events, notes, held, ending, clock, stop };
}

/** Everything that the provider was sent, in every way in which it could come back. */
const echoes = (headers: Readonly<Record<string, unknown>>) => [
  JSON.stringify({ headers, password, login: 'ada-login' }),
  JSON.stringify({ headers, password }).replaceAll('/', '\\/'),
  new URLSearchParams({ headers: JSON.stringify(headers), password }).toString(),
  encodeURIComponent(JSON.stringify({ headers, password })),
  `<a href="?token=${String(headers['x-token'])}">${password}</a>`,
];
/** Requests name no account. */
const ofOneAccount: Partial<Provider['use']> = {
  apis: [
    {
      name: 'ads',
      description: 'Everything.',
      baseUrl: 'https://echo.example/v1',
      refused: [],
      account: ({ company }) => company?.toString(),
    },
  ],
};
const secret = /token-\d|p(?:\/|%2F|\\\/)ss|YWRhOn|w(?:ö|Ã¶|%C3%B6)rd/i;

describe('the credentials of a connection', () => {
  it.each([
    ['as it is', undefined, (body: string) => Buffer.from(body)],
    ['with deflate', 'deflate', (body: string) => deflateSync(body)],
    ['with gzip', 'gzip', (body: string) => gzipSync(body)],
    ['with brotli', 'br', (body: string) => brotliCompressSync(body)],
  ])(
    'no credential is in an answer that repeats all of them, split at every byte: %s',
    async (_, coding, encode) => {
      let index = 0;
      const { send } = await start((request, response) => {
        const bytes = encode(echoes({ ...request.headers, url: request.url })[index] ?? '');
        response.writeHead(index % 2 === 0 ? 200 : 400, {
          'content-type': index % 2 === 0 ? 'text/plain' : 'application/json',
          ...(coding !== undefined && { 'content-encoding': coding }),
          'x-request-id': `id of ${String(request.headers['x-token'])}`,
          link: `<https://echo.example/?t=${encodeURIComponent(String(request.headers['x-token']))}>; rel="next"`,
          etag: Buffer.from(`"${password}"`).toString('latin1'),
          'content-language': `${password} as Latin-1`,
          'set-cookie': 'a=b',
          trailer: 'x-last',
        });
        response.addTrailers({ 'x-last': String(request.headers['x-token']) });
        for (const byte of bytes) response.write(Buffer.of(byte));
        response.end();
      });
      for (; index < echoes({}).length; index += 1) {
        const { headers, body } = await send('GET echo');
        expect(JSON.stringify(headers)).not.toMatch(secret);
        expect(headers).not.toHaveProperty('set-cookie');
        expect(headers).not.toHaveProperty('content-encoding');
        const shown = await text(body);
        expect(shown).not.toMatch(secret);
        expect(shown).toContain('sealed');
      }
    },
  );

  const { clientId, clientSecret } = ourClient;
  const basic = basicAuthorization(clientId, clientSecret);
  it.each([
    ['as it is', clientSecret],
    ['in JSON', JSON.stringify({ client: clientSecret })],
    ['in JSON of another writer', JSON.stringify({ client: clientSecret }).replaceAll('/', '\\/')],
    ['in a form', new URLSearchParams({ secret: clientSecret }).toString()],
    ['percent-encoded', encodeURIComponent(clientSecret)],
    ['for a token endpoint', `authorization: ${basic}`],
    ['for a token endpoint, without padding', `{"authorization":"${basic.replace(/=+$/, '')}"}`],
    ['for a token endpoint, percent-encoded', encodeURIComponent(basic)],
  ])('our client secret is not in an answer that repeats it: %s', async (_, repeated) => {
    const { send } = await start((_request, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      for (const byte of Buffer.from(`${repeated}.`)) response.write(Buffer.of(byte));
      response.end();
    });
    const shown = await text((await send('GET echo')).body);
    expect(shown).toContain('sealed');
    expect(shown).not.toMatch(/our(?:\+|%2B)|app(?:\\?"|%22)|s€?cret|s%E2|[\w+/]{16}/);
    expect(shown.endsWith('.')).toBe(true);
  });

  it('a short JSON answer comes with its length, which is that of what is shown', async () => {
    const { send } = await start((request, response) => {
      const json = JSON.stringify({ token: request.headers['x-token'] });
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': json.length })
        .end(json);
    });
    const { headers, body } = await send('GET a');
    expect([headers['content-length'], await text(body)]).toEqual(['18', '{"token":"sealed"}']);
  });

  it('a redirect is not followed, and its address has no credential', async () => {
    let requests = 0;
    const { send } = await start((request, response) => {
      requests += 1;
      response.writeHead(302, { location: `/elsewhere?token=${String(request.headers['x-token'])}` }).end();
    });
    const { status, headers, body } = await send('GET a');
    body.resume();
    expect([status, headers['location'], requests]).toEqual([302, '/elsewhere?token=sealed', 1]);
  });

  it('JSON without a type is sent as JSON, because rules have read it so', async () => {
    let type: string | undefined;
    const { send } = await start((request, response) => {
      type = request.headers['content-type'];
      response.end();
    });
    (await send('POST a', { body: Buffer.from(' {"a":1}') })).body.resume();
    expect(type).toBe('application/json');
    (await send('POST a', { body: Buffer.from('a') })).body.resume();
    expect(type).toBeUndefined();
  });

  it('neither credentials nor other headers of the caller are sent', async () => {
    let sent: unknown;
    const { send } = await start((request, response) => {
      sent = request.headers;
      response.end();
    });
    const headers = {
      accept: 'text/csv',
      cookie: 'a=b',
      origin: 'https://evil.example',
      'x-other': '1',
      traceparent: 't',
    };
    (await send('GET a', { headers })).body.resume();
    expect(sent).toMatchObject({ accept: 'text/csv', 'x-token': tokenOf(1) });
    for (const name of ['cookie', 'origin', 'x-other', 'traceparent']) expect(sent).not.toHaveProperty(name);
  });
});

describe('an api whose answers have names to hide', () => {
  const hiding = { hiddenNames: ['password'] };
  const answering =
    (status: number, type: string, body: string): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': type, 'x-request-id': '7' }).end(body);

  it('is asked for JSON alone, in which the names are hidden', async () => {
    let accept: string | undefined;
    const { send } = await start(
      (request, response) => {
        accept = request.headers.accept;
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"Password":"hunter2"}');
      },
      {},
      hiding,
    );
    const { body } = await send('GET a', { headers: { accept: 'application/x-protobuf, */*' } });
    expect([accept, await text(body)]).toEqual(['application/json', '{"Password":"sealed"}']);
    await expect(send('GET a', { headers: { accept: 'text/csv' } })).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(send('GET a', { query: 'alt=proto' })).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each(['application/x-protobuf', 'text/csv', 'multipart/mixed; boundary=x'])(
    'an answer of the type %s is not passed on, and its change has the status that was learned',
    async (type) => {
      const { send, events } = await start(answering(200, type, 'password hunter2'), {}, hiding);
      await expect(send('POST a')).rejects.toMatchObject({ code: 'unavailable', byProvider: true });
      expect(events).toEqual(['noted', 'answered 200']);
    },
  );

  it('an error in another format comes back without its body', async () => {
    const { send } = await start(answering(502, 'text/html', '<p>hunter2</p>'), {}, hiding);
    const { status, headers, body } = await send('GET a');
    expect([status, headers, await text(body)]).toEqual([
      502,
      { 'x-request-id': '7', 'content-length': '0' },
      '',
    ]);
  });

  it('an answer without a body needs no type', async () => {
    const { send } = await start((_request, response) => void response.writeHead(200).end(), {}, hiding);
    expect(await text((await send('GET a')).body)).toBe('');
  });
});

/** Answers with these bytes, whatever HTTP says about them. */
const raw =
  (...lines: readonly string[]): RequestListener =>
  ({ socket }) =>
    void socket.end(lines.join('\r\n'));

describe('an answer', () => {
  it.each([
    ['says gzip and is not', 'gzip', Buffer.from(`{"token":"${tokenOf(1)}"}`)],
    ['ends in the middle of its coding', 'gzip', gzipSync(tokenOf(1)).subarray(0, 20)],
    ['is coded twice', 'gzip, gzip', gzipSync(gzipSync(tokenOf(1)))],
    ['has an unknown coding', 'zstd', Buffer.from(tokenOf(1))],
  ])('an answer that %s shows nothing', async (_, coding, bytes) => {
    const { send } = await start((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(bytes);
    });
    const shown = send('GET a').then(({ body }) => text(body));
    await expect(shown).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['HEAD', 'GET'])('an answer to %s without a body may name a coding', async (method) => {
    const { send } = await start((_request, response) => {
      response.writeHead(method === 'HEAD' ? 200 : 304, { 'content-encoding': 'gzip', etag: '"1"' }).end();
    });
    const { headers, body } = await send(`${method} a`);
    expect([headers, await text(body)]).toEqual([{ etag: '"1"' }, '']);
  });

  it.each([
    ['two lengths', 'content-length: 1', 'content-length: 2'],
    ['a length and chunks', 'content-length: 1', 'transfer-encoding: chunked'],
    ['a name with a space', 'x-request-id : 1', 'content-length: 1'],
    ['a NUL', 'x-request-id: a\0b', 'content-length: 1'],
    ['a bare line break', 'x-request-id: a\rset-cookie: b', 'content-length: 1'],
  ])('an answer whose head has %s is refused', async (_, ...lines) => {
    const { send } = await start(raw('HTTP/1.1 200 OK', ...lines, '', 'x'));
    await expect(send('GET a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('headers that name themselves in Connection, and folded ones, add no header to the answer', async () => {
    const { send } = await start(
      raw(
        'HTTP/1.1 200 OK',
        'connection: close, x-request-id',
        'x-request-id: 1',
        ' set-cookie: a=b',
        'keep-alive: timeout=5',
        'proxy-authenticate: Basic',
        'content-length: 1',
        '',
        'x',
      ),
    );
    const { headers } = await send('GET a').catch(() => ({ headers: {} }));
    expect(Object.keys(headers).filter((name) => name !== 'x-request-id')).toEqual([]);
    expect(JSON.stringify(headers)).not.toMatch(/\\[rn]/);
  });

  it('bytes behind the length of an answer are not part of it', async () => {
    const { send } = await start(
      raw('HTTP/1.1 200 OK', 'content-length: 2', '', 'okHTTP/1.1 200 OK', '', ''),
    );
    expect(await text((await send('GET a')).body)).toBe('ok');
  });

  it('a JSON answer that is cut off is a 503, and its change has the status that was learned', async () => {
    const { send, events } = await start((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"a":');
      setImmediate(() => response.destroy());
    });
    await expect(send('POST a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(events).toEqual(['noted', 'answered 201']);
  });

  it('a change whose answer never comes has no status', async () => {
    const { send, events } = await start((request) => void request.socket.destroy());
    await expect(send('POST a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(events).toEqual(['noted', 'answered null']);
  });

  it('a small answer that becomes a gigabyte takes no memory while nobody reads it', async () => {
    const part = gzipSync(Buffer.alloc(64 * 1_048_576));
    const { send } = await start((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(Buffer.concat(Array.from({ length: 16 }, () => part)));
    });
    const before = process.memoryUsage().arrayBuffers;
    const { body } = await send('GET a');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1_048_576);
    body.destroy();
  });

  it('what authorizes is added to the query, which is sent as it came', async () => {
    let sent: string | undefined;
    const { send } = await start((request, response) => {
      sent = request.url;
      response.end();
    });
    (await send('GET a', { query: 'q=(a:List(1,2))&b=%20c+d' })).body.resume();
    expect(sent).toBe('/v1/a?q=(a:List(1,2))&b=%20c+d&proof=proof+of+Atza%7Ctoken-1');
  });

  it('an answer that is cut off fails, and never ends as if it were whole', async () => {
    const { send } = await start((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('beginning');
      setImmediate(() => response.destroy());
    });
    await expect(text((await send('GET a')).body)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a caller who leaves ends the request to the provider', async () => {
    const closed = Promise.withResolvers<void>();
    const { send } = await start((_request, response) => {
      response.once('close', () => closed.resolve());
      response.writeHead(200).write('x');
    });
    const client = new AbortController();
    const { body } = await send('GET a', { signal: client.signal });
    body.on('error', () => {});
    client.abort();
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('a long answer that nobody takes is let go', async () => {
    const closed = Promise.withResolvers<void>();
    const { send } = await start((_request, response) => {
      response.once('close', () => closed.resolve());
      response.writeHead(401).write(Buffer.alloc(200_000));
    });
    await expect(send('GET a')).rejects.toMatchObject({ code: 'conflict' });
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('a change whose second attempt is not answered has no status', async () => {
    let requests = 0;
    const { send, events } = await start((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(401).end('{}');
      else response.destroy();
    });
    await expect(send('POST a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(events).toEqual(['noted', 'renew 1', 'answered null']);
  });

  it('an organization has its part of what a provider lets our app send', async () => {
    const { send } = await start(
      (_request, response) => void response.end('{}'),
      {},
      { limitPerApp: { perMinute: 2 } },
    );
    await send('GET a');
    await expect(send('GET b')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('a provider is suspended when connections fail for several organizations, not for one alone', async () => {
    const { send, stop } = await start((_request, response) => void response.end('{}'));
    await stop();
    const unreachable = { code: 'unavailable', retryAfterSeconds: 10 };
    for (let count = 0; count < 12; count += 1)
      await expect(send('GET a')).rejects.toMatchObject(unreachable);
    await expect(send('GET a', { organizationId: 'another' })).rejects.toMatchObject(unreachable);
    const { retryAfterSeconds } = await send('GET a').catch((error) => error);
    expect(retryAfterSeconds).toBeGreaterThan(20);
  });

  it('the seventeenth request at once of an integration is a 429, until one has ended', async () => {
    const { send } = await start((_request, response) => void response.writeHead(200).write('x'));
    const answers = await Promise.all(Array.from({ length: 16 }, () => send('GET a')));
    await expect(send('GET a')).rejects.toMatchObject({ code: 'rate_limited' });
    const [first, ...others] = answers;
    const closed = new Promise((resolve) => first?.body.once('close', resolve));
    first?.body.destroy();
    await closed;
    (await send('GET a')).body.destroy();
    for (const { body } of others) body.destroy();
  });
});

describe('a token that the provider refuses', () => {
  const refusing =
    (refused: readonly number[], status: number, body: string): RequestListener =>
    (request, response) => {
      const isRefused = refused.some((version) => request.headers['x-token'] === tokenOf(version));
      response
        .writeHead(isRefused ? status : 200, { 'content-type': 'application/json' })
        .end(isRefused ? body : '{"ok":true}');
    };

  it.each([
    [401, '{}'],
    [200, '{"error":"NOAUTH"}'],
  ])('a refused token is renewed once and the request sent once more: %i %s', async (status, body) => {
    const { send, events } = await start(refusing([1], status, body));
    expect(await text((await send('POST change')).body)).toBe('{"ok":true}');
    expect(events).toEqual(['noted', 'renew 1', 'answered 200']);
  });

  it('still refused, it is recorded as a failed verification, and the answer is not a 401 of ours', async () => {
    const { send, events } = await start(refusing([1, 2], 401, '{}'));
    await expect(send('GET a')).rejects.toMatchObject({
      code: 'conflict',
      publicText: 'The credentials were refused.',
    });
    expect(events).toEqual(['renew 1', 'refused']);
  });

  it('where the connection works, a 401 is about the request: a conflict that says so', async () => {
    const { send, events, clock } = await start(refusing([1, 2], 401, '{}'), {}, { isVerified: true });
    await expect(send('POST a')).rejects.toMatchObject({
      code: 'conflict',
      publicText: 'Echo Ads refuses this request with 401, although the connection is active.',
    });
    expect(events).toEqual(['noted', 'renew 1', 'answered 401', 'refused']);
    // Neither renewed nor verified again for a minute.
    await clock.advance(59_999);
    await expect(send('POST a')).rejects.toMatchObject({ code: 'conflict' });
    expect(events.slice(4)).toEqual(['noted', 'answered 401']);
    await clock.advance(1);
    await send('POST a');
    expect(events.slice(6)).toEqual(['noted', 'renew 2', 'answered 200']);
  });

  it('where another process found that the connection works, the request is not sent again', async () => {
    let asked = 0;
    const { send, events, work } = await start((_request, response) => {
      asked += 1;
      work();
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    });
    await expect(send('GET a')).rejects.toMatchObject({ code: 'conflict' });
    expect({ asked, events }).toEqual({ asked: 1, events: [] });
  });

  it('a choice that changes while a token is renewed binds the request', async () => {
    const { send, changeIntegration } = await start((request, response) => {
      changeIntegration({ chosen: ['1'] });
      response.writeHead(request.headers['x-token'] === tokenOf(1) ? 401 : 200).end('{}');
    });
    await expect(send('GET accounts/2')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('settings that change while a token is renewed bind the request, where they name its account', async () => {
    let asked = 0;
    const { send, changeIntegration } = await start(
      (_request, response) => {
        asked += 1;
        changeIntegration({ settings: { company: '2' } });
        response.writeHead(401).end('{}');
      },
      { settings: { company: '1' }, chosen: ['1'] },
      ofOneAccount,
    );
    await expect(send('GET deals')).rejects.toMatchObject({ code: 'forbidden' });
    expect(asked).toBe(1);
  });

  it('where the connection works, an error with another status is passed on', async () => {
    const { send } = await start(refusing([1, 2], 200, '{"error":"NOAUTH"}'), {}, { isVerified: true });
    expect(await text((await send('GET a')).body)).toBe('{"error":"NOAUTH"}');
  });
});

describe('who may send what', () => {
  const grant: LiveGrant = { id: 'g', access: 'manage', accounts: ['1'] };
  const chosen = ['1', '3'];
  const ok: RequestListener = (_request, response) => void response.end('ok');

  it.each<
    [string, string, { caller?: Principal; role?: Role; api?: string }, Partial<RelayedIntegration>, string]
  >([
    ['a viewer', 'GET a', { role: 'viewer' }, {}, 'forbidden'],
    ['a viewer who asks for an unknown api', 'GET a', { role: 'viewer', api: 'other' }, {}, 'not_found'],
    ['a member who changes', 'POST a', { role: 'member' }, {}, 'forbidden'],
    ['an admin who changes what is for reading', 'POST a', {}, { access: 'read' }, 'forbidden'],
    ['a key without a grant', 'GET accounts/1', { caller: key }, {}, 'forbidden'],
    ['a key for another account', 'GET accounts/2', { caller: key }, { grant }, 'forbidden'],
    [
      'a session for an account that the client did not choose',
      'GET accounts/2',
      {},
      { chosen },
      'forbidden',
    ],
    ['a session for any account where the client chose some', 'GET a', {}, { chosen }, 'forbidden'],
    [
      'a key for every account, for one that the client did not choose',
      'GET accounts/2',
      { caller: key },
      { grant: { ...grant, accounts: null }, chosen },
      'forbidden',
    ],
    [
      'a key for an account that the client did not choose',
      'GET accounts/2',
      { caller: key },
      { grant: { ...grant, accounts: ['1', '2'] }, chosen },
      'forbidden',
    ],
    [
      'a key that changes with a grant for reading',
      'POST accounts/1/a',
      { caller: key },
      { grant: { ...grant, access: 'read' } },
      'forbidden',
    ],
    ['a path that is never relayed', 'GET users/1', {}, {}, 'forbidden'],
    ['a path that leaves its base', 'GET ../a', {}, {}, 'invalid'],
    ['an integration in error', 'GET a', {}, { status: 'error', statusDetail: 'Gone.' }, 'conflict'],
  ])('%s is refused before anything is sent', async (_, line, who, integration, code) => {
    const { send, events } = await start(() => expect.unreachable('nothing is sent'), integration);
    await expect(send(line, who)).rejects.toMatchObject({ code });
    expect(events).toEqual([]);
  });

  it('a key for some accounts names no other one in a header that Patchbay sets', async () => {
    let sent: unknown;
    const { send } = await start(
      (request, response) => {
        sent = request.headers['x-profile'];
        response.end();
      },
      { grant },
      {
        sentHeaders: ['x-profile'],
        apis: [
          {
            name: 'ads',
            description: '',
            baseUrl: 'https://echo.example/v1',
            defaultHeaders: () => ({ 'x-profile': 'p' }),
            pinnedHeaders: ['x-profile'],
            refused: [],
            account: { path: ['/accounts/{account}/**'], header: [{ at: 'x-profile', wider: true, on: [] }] },
          },
        ],
      },
    );
    const by = (caller: Principal, headers: Record<string, string>) =>
      send('GET accounts/1', { caller, headers }).then(
        ({ body }) => (body.resume(), sent),
        ({ code }) => code,
      );
    expect(await by(key, {})).toBe('p');
    expect(await by(key, { 'x-profile': 'p' })).toBe('p');
    expect(await by(key, { 'x-profile': '1' })).toBe('1');
    expect(await by(key, { 'x-profile': 'other' })).toBe('forbidden');
    expect(await by(session, { 'x-profile': 'other' })).toBe('other');
  });

  it.each<[string, string, { caller?: Principal; role?: Role }, Partial<RelayedIntegration>]>([
    ['a member who reads', 'GET a', { role: 'member' }, {}],
    ['a member who reads by POST', 'POST search', { role: 'member' }, {}],
    ['an admin who changes', 'POST a', {}, {}],
    ['a key that changes within its grant', 'POST accounts/1/a', { caller: key }, { grant }],
    ['a session that reads a chosen account', 'GET accounts/3', {}, { chosen }],
    [
      'a key for every account that reads a chosen one',
      'GET accounts/3',
      { caller: key },
      { grant: { ...grant, accounts: null }, chosen },
    ],
  ])('%s is relayed', async (_, line, who, integration) => {
    const { send } = await start(ok, integration);
    expect(await text((await send(line, who)).body)).toBe('ok');
  });

  it.each([
    [{ company: '1' }, 'answered'],
    [{ company: '1', network: '2' }, 'answered'],
    [{}, 'forbidden'],
    [{ network: '1' }, 'forbidden'],
    [{ company: '2', network: '1' }, 'forbidden'],
  ])(
    'where a connection has one account, a grant for it with the settings %j is %s',
    async (settings, code) => {
      const { send } = await start(ok, { grant, settings }, ofOneAccount);
      const sent = send('GET deals', { caller: key }).then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );
      expect(await sent).toBe(code);
    },
  );

  it('a refusal says that the client chose other accounts', async () => {
    const { send } = await start(ok, { grant, chosen });
    await expect(send('GET accounts/2', { caller: key })).rejects.toMatchObject({
      publicText: 'The client chose which accounts may be used, and 2 is not one of them.',
    });
    await expect(send('GET a')).rejects.toMatchObject({
      publicText: expect.stringMatching(/does not name its account/),
    });
  });

  it.each([
    ['GET accounts/3', ['3']],
    ['GET a', null],
  ])('a running request %s is held with the accounts that it names', async (line, accounts) => {
    const { send, held } = await start(ok);
    await send(line);
    expect(held).toEqual([{ integrationId, grantId: null, accounts }]);
  });

  it.each(['before its answer', 'during it'])('a grant that ends ends a request %s', async (when) => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { send, ending, events } = await start(
      (_request, response) => {
        response.once('close', () => closed.resolve());
        if (when === 'during it') response.writeHead(200).write('x');
        arrived.resolve();
      },
      { grant },
    );
    const shown = send('GET accounts/1', { caller: key }).then(({ body }) => text(body));
    await arrived.promise;
    ending.abort();
    await expect(shown).rejects.toMatchObject({
      code: 'forbidden',
      publicText:
        'The grant has ended, the client chose other accounts, or the integration is no longer active.',
    });
    await closed.promise;
    expect(events).toEqual(['released']);
  });

  it('a change is noted before it is sent, without query and body', async () => {
    const { send, events, notes } = await start(
      (_request, response) => {
        events.push('sent');
        response.writeHead(202).end();
      },
      { grant },
    );
    const { body } = await send('POST accounts/1/a', {
      caller: key,
      query: 'q=secret',
      body: Buffer.from('{}'),
    });
    body.resume();
    expect(events.slice(0, 3)).toEqual(['noted', 'sent', 'answered 202']);
    expect(notes).toEqual([
      { api: 'ads', method: 'POST', path: '/accounts/1/a', account: '1', grantId: 'g' },
    ]);
  });
});
