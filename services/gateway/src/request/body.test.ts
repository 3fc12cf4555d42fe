import { once } from 'node:events';
import { connect } from 'node:net';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BodyBuffer } from '../edge/body-memory.ts';
import { bearer, post, startGateway, type TestGateway } from '../testing/gateway.ts';
import { connectToken, integration } from '../testing/integrations.ts';

const limit = 1024;
const padded = (bytes: number): string => `{${' '.repeat(bytes - 2)}}`;
const chunked = (body: string): RequestInit => ({ body: new Blob([body]).stream(), duplex: 'half' });
const authorization = `Authorization: ${bearer.authorization}`;

/** One connection on which several requests are sent; `read` resolves to what came since, once it contains `text`. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  return {
    write: (...lines: string[]) => socket.write(lines.join('\r\n')),
    closed: once(socket, 'close'),
    async read(text: string): Promise<string> {
      while (!received.includes(text)) await once(socket, 'data');
      const read = received;
      received = '';
      return read;
    },
  };
}

describe('an operation without a body', () => {
  const sessionId = '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01';
  const json = { ...bearer, 'content-type': 'application/json' };

  it.each([
    ['DELETE', `/v1/auth/sessions/${sessionId}`, json],
    ['POST', '/v1/auth/device', { 'content-type': 'application/json' }],
  ])(
    'an operation without a body accepts at most 1 KiB by %s, with and without a declared length',
    async (method, path, headers) => {
      const { fetch } = await startGateway({ implementations: { identity: { revokeSession: () => ({}) } } });
      const send = (body: RequestInit) => fetch(path, { method, headers, ...body });
      const within = (await send({ body: padded(limit) })).status;
      expect(within).toBeLessThan(300);
      expect((await send(chunked(padded(limit)))).status).toBe(within);
      expect((await send({ body: padded(limit + 1) })).status).toBe(413);
      const refused = await send(chunked(padded(limit + 1)));
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({
        title: 'Content Too Large',
        detail: 'This operation takes no body: one that is sent has at most 1 KiB.',
      });
    },
  );

  const getWith = ({ port }: TestGateway, ...lines: string[]) =>
    openConnection(port).then((connection) => {
      connection.write('GET /v1/me HTTP/1.1', 'Host: x', authorization, ...lines);
      return connection;
    });

  it('a GET with a body of up to 1 KiB ignores it and leaves the connection usable', async () => {
    const gateway = await startGateway();
    for (const lines of [
      [`Content-Length: ${limit}`, '', 'x'.repeat(limit)],
      ['Transfer-Encoding: chunked', '', limit.toString(16), 'x'.repeat(limit), '0', '', ''],
    ]) {
      const connection = await getWith(gateway, ...lines);
      expect(await connection.read('\r\n\r\n{')).toContain('HTTP/1.1 200 OK');
      connection.write('GET /version HTTP/1.1', 'Host: x', '', '');
      expect(await connection.read('version')).toContain('HTTP/1.1 200 OK');
    }
  });

  it('a GET with a body of more than 1 KiB is refused', async () => {
    const gateway = await startGateway();
    for (const lines of [
      [`Content-Length: ${limit + 1}`, '', 'x'.repeat(limit + 1)],
      ['Transfer-Encoding: chunked', '', (limit + 1).toString(16), 'x'.repeat(limit + 1), '0', '', ''],
    ]) {
      const connection = await getWith(gateway, ...lines);
      expect(await connection.read('"status":413')).toContain('HTTP/1.1 413 ');
      connection.write('GET /version HTTP/1.1', 'Host: x', '', '');
      expect(await connection.read('version')).toContain('HTTP/1.1 200 OK');
    }
  });
});

describe('an operation with a body', () => {
  const json = { ...bearer, 'content-type': 'application/json' };
  const ofIntegration = `/v1/organizations/acme/workspaces/brand/integrations/${integration.id}`;

  it.each([
    ['a public operation', 4, '/v1/auth/magic-link'],
    ['a public operation with the credentials of a client', 64, `/v1/connect/${connectToken}/credentials`],
    ['an operation with the credentials of a client', 64, `${ofIntegration}/credentials`],
    ['another operation', 256, '/v1/organizations/acme/workspaces'],
  ])('%s accepts at most %i KiB, with and without a declared length', async (_, kibibytes, path) => {
    const { fetch } = await startGateway();
    const send = (body: RequestInit) => fetch(path, { method: 'POST', headers: json, ...body });
    const most = kibibytes * 1024;
    for (const within of [{ body: padded(most) }, chunked(padded(most))])
      expect([200, 400]).toContain((await send(within)).status);
    for (const beyond of [{ body: padded(most + 1) }, chunked(padded(most + 1))]) {
      const refused = await send(beyond);
      expect(await refused.json()).toMatchObject({
        status: 413,
        detail: `The body of this operation has at most ${kibibytes} KiB.`,
      });
    }
  });
});

describe('a body that comes slowly', () => {
  const kibibyte = 1024;
  const body = padded(21 * kibibyte);
  const asChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

  /** A request whose body is sent part by part; `send` resolves when the gateway has read the part. */
  async function openPost(isChunked: boolean) {
    const append = vi.spyOn(BodyBuffer.prototype, 'append');
    onTestFinished(() => append.mockRestore());
    const clock = createManualClock(new Date());
    const { port } = await startGateway({ parts: { clock } });
    const connection = await openConnection(port);
    connection.write('POST /v1/organizations/acme/workspaces HTTP/1.1', 'Host: x', authorization, '');
    connection.write('Content-Type: application/json', 'Expect: 100-continue', '');
    connection.write(isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`, '', '');
    await connection.read('100 Continue');
    let sent = 0;
    const read = () => append.mock.calls.reduce((bytes, [part]) => bytes + part.byteLength, 0);
    return {
      ...connection,
      clock,
      async send(bytes: number): Promise<void> {
        const part = body.slice(sent, sent + bytes);
        connection.write(isChunked ? asChunk(part) : part);
        sent += bytes;
        await waitFor(() => read() === sent, { what: 'the part', intervalMs: 2 });
      },
      end: () => connection.write(isChunked ? '0\r\n\r\n' : ''),
    };
  }

  const ways = [
    ['with a declared length', false],
    ['in chunks', true],
  ] as const;

  it.each(ways)(
    'a body %s that brings less than 10 KiB in 10 seconds is a 408, and its connection is closed',
    async (_, isChunked) => {
      const request = await openPost(isChunked);
      await request.send(10 * kibibyte);
      await request.clock.advance(10_000);
      await request.send(10 * kibibyte - 1);
      await request.clock.advance(10_000);
      const answer = await request.read('"status":408');
      expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
      expect(answer.toLowerCase()).toContain('connection: close');
      await request.closed;
    },
  );

  it.each(ways)(
    'a body %s that brings 10 KiB every 10 seconds, and a shorter rest, is read to its end',
    async (_, isChunked) => {
      const request = await openPost(isChunked);
      for (let count = 0; count < 2; count += 1) {
        await request.send(10 * kibibyte);
        await request.clock.advance(10_000);
      }
      await request.clock.advance(9_999);
      await request.send(kibibyte);
      request.end();
      // It is read, and no workspace.
      expect(await request.read('"status":')).toContain('HTTP/1.1 400 ');
    },
  );
});

describe('a client that waits to be asked for its body', () => {
  const head = (bytes: number) => [
    'POST /v1/auth/magic-link HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    'Expect: 100-continue',
    '',
    '',
  ];

  it('a client with Expect: 100-continue is asked for its body and keeps its connection', async () => {
    const { port } = await startGateway();
    const connection = await openConnection(port);
    const body = JSON.stringify({ email: 'ada@acme.example' });
    for (let index = 0; index < 2; index += 1) {
      connection.write(...head(body.length));
      expect(await connection.read('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      connection.write(body);
      expect(await connection.read('"email"')).toContain('HTTP/1.1 202 Accepted');
    }
  });

  it('a client with Expect: 100-continue is not asked for a body that is too large, and its connection is closed', async () => {
    const { port } = await startGateway();
    const connection = await openConnection(port);
    connection.write(...head(256 * 1024 + 1));
    const answer = await connection.read('"status":413');
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    await connection.closed;
  });

  it('a client with Expect: 100-continue is not asked for its body when its address has reached a limit', async () => {
    const { port, fetch } = await startGateway({
      limits: { signInLinkPerAddress: { limit: 1, windowSeconds: 60 } },
    });
    await fetch('/v1/auth/magic-link', post({ email: 'ada@acme.example' }));
    const connection = await openConnection(port);
    connection.write(...head(20));
    expect(await connection.read('"status":429')).toMatch(/^HTTP\/1.1 429 /);
    await connection.closed;
  });
});

describe('bodies that are read at the same time', () => {
  const path = '/v1/organizations/acme/workspaces';
  const largest = 256 * 1024;

  it('bodies may arrive in chunks of one byte each', async () => {
    const { port } = await startGateway();
    const connection = await openConnection(port);
    const body = JSON.stringify({ email: 'ada@acme.example' });
    connection.write('POST /v1/auth/magic-link HTTP/1.1', 'Host: x', 'Content-Type: application/json', '');
    connection.write('Transfer-Encoding: chunked', '', '');
    for (const character of body) connection.write('1', character, '');
    connection.write('0', '', '');
    expect(await connection.read('"email"')).toContain('HTTP/1.1 202 Accepted');
  });

  it('bodies that are read at once have 32 MiB in all, and 2 MiB from an address; further ones are refused until some of them end', async () => {
    const { port, fetch } = await startGateway({ config: { trustedProxies: 1 } });
    const from = (client: number) => ({ 'x-forwarded-for': `192.0.2.${client}` });
    const send = (client: number) =>
      fetch(path, post({ name: 'Brand', slug: 'brand' }, { ...bearer, ...from(client) }));
    const open = async (client: number) => {
      const connection = await openConnection(port);
      connection.write(
        `POST ${path} HTTP/1.1`,
        'Host: x',
        authorization,
        'Content-Type: application/json',
        '',
      );
      connection.write(
        `X-Forwarded-For: ${from(client)['x-forwarded-for']}`,
        `Content-Length: ${largest}`,
        '',
        '',
      );
      connection.write(' '.repeat(largest - 1));
      return connection;
    };
    const isRefused = (client: number) => async () => (await send(client)).status === 503;

    const [first] = await Promise.all(Array.from({ length: 8 }, () => open(0)));
    await waitFor(isRefused(0), { what: 'a refusal of the address' });
    expect((await send(1)).status).toBe(201);
    for (let client = 1; client < 16; client += 1)
      await Promise.all(Array.from({ length: 8 }, () => open(client)));
    await waitFor(isRefused(16), { what: 'a refusal' });
    const refused = await send(16);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-5]$/);
    expect(await refused.json()).toMatchObject({ detail: 'The service is overloaded. Try again later.' });
    expect((await fetch('/version')).status).toBe(200);
    // Its body is complete, and is no JSON.
    first?.write(' ');
    expect(await first?.read('"status":400')).toContain('HTTP/1.1 400 ');
    expect((await send(16)).status).toBe(201);
  });
});
