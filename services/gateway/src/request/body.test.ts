import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bearer, post, startGateway, type TestGateway } from '../testing/gateway.ts';

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
  const path = '/v1/auth/magic-link';
  const largest = 256 * 1024;
  const limits = {
    signInLinkPerAddress: { limit: 1_000, windowSeconds: 60 },
    publicPerAddress: { limit: 1_000, windowSeconds: 60 },
  };

  it('bodies may arrive in chunks of one byte each', async () => {
    const { port } = await startGateway();
    const connection = await openConnection(port);
    const body = JSON.stringify({ email: 'ada@acme.example' });
    connection.write(`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', '');
    connection.write('Transfer-Encoding: chunked', '', '');
    for (const character of body) connection.write('1', character, '');
    connection.write('0', '', '');
    expect(await connection.read('"email"')).toContain('HTTP/1.1 202 Accepted');
  });

  it('bodies that are read at once have 32 MiB in all; further ones are refused until some of them end', async () => {
    const { port, fetch } = await startGateway({ limits });
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json'];
    const almostAll = ' '.repeat(largest - 1);
    const connections = await Promise.all(Array.from({ length: 128 }, () => openConnection(port)));
    for (const connection of connections) {
      connection.write(...head, `Content-Length: ${largest}`, '', almostAll);
    }
    const send = () => fetch(path, post({ email: 'ada@acme.example' }));
    await waitFor(async () => (await send()).status === 503, { what: 'a refusal' });
    const refused = await send();
    expect(refused.headers.get('retry-after')).toMatch(/^[1-5]$/);
    expect(await refused.json()).toMatchObject({ detail: 'The service is overloaded. Try again later.' });
    expect((await fetch('/version')).status).toBe(200);
    // Its body is complete, and is no JSON.
    connections[0]?.write(' ');
    expect(await connections[0]?.read('"status":400')).toContain('HTTP/1.1 400 ');
    expect((await send()).status).toBe(202);
  });
});
