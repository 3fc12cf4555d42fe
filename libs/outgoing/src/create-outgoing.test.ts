import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { Resolve } from './address-guard.ts';
import { createTestBed, failure } from './client.fixture.ts';

const { serve, clientOf } = createTestBed();

describe('a request', () => {
  it('a request is sent as it was given, without trace headers and without an accepted encoding', async () => {
    const server = await serve();
    const { send } = clientOf(server);
    await send({
      method: 'POST',
      url: `${server.origin}/v1/token?a=1&b=%20`,
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer t' },
      body: '{"ü":1}',
    });
    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/token?a=1&b=%20',
        body: '{"ü":1}',
        headers: {
          host: server.origin.slice('http://'.length),
          connection: 'keep-alive',
          'user-agent': 'Patchbay',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          authorization: 'Bearer t',
          'content-length': '8',
        },
      },
    ]);
  });

  it('a request may have a user agent of its own', async () => {
    const server = await serve();
    const { send } = clientOf(server);
    await send({ headers: { 'User-Agent': 'linux:patchbay:1 (by /u/patchbay)' } });
    expect(server.requests[0]?.headers['user-agent']).toBe('linux:patchbay:1 (by /u/patchbay)');
  });

  it.each<[string, Record<string, string>]>([
    ['a line break in a header', { authorization: 'Bearer t\r\nx: y' }],
    ['a host of its own', { Host: 'internal.example' }],
  ])('a request with %s is not sent, and the error does not tell it', async (_, headers) => {
    const server = await serve();
    const { send } = clientOf(server);
    const error = await send({ headers }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'Failure', code: 'internal' });
    expect(String(error)).not.toMatch(/Bearer|internal\.example/);
    expect(server.requests).toEqual([]);
  });

  it('requests share kept-alive connections', async () => {
    const server = await serve();
    const { send } = clientOf(server);
    for (let count = 0; count < 10; count += 1) await send();
    // undici frees a connection after it has reported the answer, so that the next request may find it busy.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});

describe('an answer', () => {
  it('an answer is returned whatever its status, with its headers', async () => {
    const server = await serve((response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'X-Twice': ['a', 'b'] }).end('{"code":40105}');
    });
    const { send } = clientOf(server);
    expect(await send()).toEqual({
      status: 401,
      headers: expect.objectContaining({ 'www-authenticate': 'Bearer', 'x-twice': 'a, b' }),
      text: '{"code":40105}',
    });
  });

  it('a redirect is returned and not followed', async () => {
    const target = await serve();
    const server = await serve((response) =>
      response.writeHead(302, { location: `${target.origin}/` }).end(),
    );
    const { send } = clientOf(server, { allowedOrigins: [server.origin, target.origin] });
    expect(await send()).toMatchObject({ status: 302, headers: { location: `${target.origin}/` }, text: '' });
    expect(server.requests).toHaveLength(1);
    expect(target.requests).toEqual([]);
  });

  it('an answer larger than the bound is refused', async () => {
    const server = await serve((response, { path }) => response.end('x'.repeat(Number(path.slice(1)))));
    const { send } = clientOf(server, { maxAnswerBytes: 100_000 });
    expect((await send({ url: `${server.origin}/100000` })).text).toHaveLength(100_000);
    await expect(send({ url: `${server.origin}/100001` })).rejects.toEqual(failure('too_large'));
  });

  it('an answer with too large headers is refused', async () => {
    const server = await serve((response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end());
    await expect(clientOf(server).send()).rejects.toEqual(failure('too_large'));
  });
});

describe('a request without an answer', () => {
  it('a request ends at its deadline', async () => {
    const server = await serve(() => {});
    const { send, failsAfter } = clientOf(server);
    expect(await failsAfter(10_000, send())).toEqual(failure('timeout'));
    expect(await failsAfter(50, send({ timeoutMs: 50 }))).toEqual(failure('timeout'));
    const hasty = clientOf(server, { timeoutMs: 50 });
    expect(await hasty.failsAfter(50, hasty.send())).toEqual(failure('timeout'));
  });

  it('a request ends at its deadline also if the answer has begun', async () => {
    const server = await serve((response) => void response.writeHead(200).write('{'));
    const { send, failsAfter } = clientOf(server);
    const sent = send();
    await server.arrived(1);
    expect(await failsAfter(10_000, sent)).toEqual(failure('timeout'));
  });

  it('a request ends when its signal aborts', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort());
    const { send } = clientOf(server);
    await expect(send({ signal: controller.signal })).rejects.toEqual(failure('canceled'));
    await expect(send({ signal: controller.signal })).rejects.toEqual(failure('canceled'));
    expect(server.requests).toHaveLength(1);
  });

  it('the connection of an aborted request is not used again', async () => {
    const controller = new AbortController();
    const server = await serve((response, { path }) => {
      if (path === '/') response.end('ok');
      else controller.abort();
    });
    const { send } = clientOf(server, { atOnce: 1 });
    const aborted = send({ url: `${server.origin}/slow`, signal: controller.signal });
    await expect(aborted).rejects.toEqual(failure('canceled'));
    expect(await send()).toMatchObject({ text: 'ok' });
    expect(server.connections()).toBe(2);
  });

  it('a refused connection is `unreachable`, with its code', async () => {
    const server = await serve();
    await server.stop();
    const { send } = clientOf(server);
    await expect(send({ url: `${server.origin}/p4th?t0ken=1` })).rejects.toThrow(
      /^127\.0\.0\.1:\d+: unreachable \(ECONNREFUSED\)$/,
    );
  });

  it('an answer that is cut off, is not HTTP or has a wrong coding is `unreachable`', async () => {
    const cutOff = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('part', () => response.destroy());
    });
    await expect(clientOf(cutOff).send()).rejects.toEqual(failure('unreachable'));

    const other = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const notHttp = { origin: `http://127.0.0.1:${port}` };
    await expect(clientOf(notHttp).send()).rejects.toEqual(failure('unreachable'));
    other.close();

    const damaged = await serve((response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'));
    await expect(clientOf(damaged).send()).rejects.toEqual(failure('unreachable'));
  });

  it('stopping the client ends its requests, and none is sent afterwards', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = await serve(() => arrived.resolve());
    const { send, stop } = clientOf(server);
    const sent = send().catch((error: unknown) => error);
    await arrived.promise;
    await stop();
    expect(await sent).toEqual(failure('canceled'));
    await expect(send()).rejects.toEqual(failure('canceled'));
    expect(server.requests).toHaveLength(1);
  });
});

describe('a kept-alive connection that the host closes as a request arrives', () => {
  /** Answers the first request, and closes the connection on the second. */
  const closing = () =>
    serve((response, _request, count) => (count === 2 ? response.destroy() : response.end(`${count}`)));

  it('a GET on a closed kept-alive connection is sent again', async () => {
    const server = await closing();
    const { send } = clientOf(server, { atOnce: 1 });
    await send();
    expect(await send()).toMatchObject({ text: '3' });
    expect(server.connections()).toBe(2);
  });

  it('a POST on a closed connection is not resent', async () => {
    const server = await closing();
    const { send } = clientOf(server, { atOnce: 1 });
    await send();
    await expect(send({ method: 'POST' })).rejects.toEqual(failure('unreachable'));
    expect(server.requests).toHaveLength(2);
  });

  it('a GET is sent again only once', async () => {
    const server = await serve((response, _request, count) =>
      count === 1 ? response.end() : response.destroy(),
    );
    const { send } = clientOf(server, { atOnce: 1 });
    await send();
    await expect(send()).rejects.toEqual(failure('unreachable'));
    expect(server.requests).toHaveLength(3);
  });
});

describe('an address', () => {
  it('an address with a user name is refused without a lookup', async () => {
    const resolve = vi.fn<Resolve>(async () => []);
    const { send } = clientOf({ origin: 'https://configured.example' }, { resolve });
    const url = 'https://user:pa55word@api.example/';
    await expect(send({ url })).rejects.toEqual(failure('address_refused'));
    expect(resolve).not.toHaveBeenCalled();
  });

  it('a configured origin may have a private address, another port of its host may not', async () => {
    const server = await serve();
    const { send } = clientOf(server);
    expect(await send()).toMatchObject({ status: 200 });
    await expect(send({ url: 'http://127.0.0.1:1/' })).rejects.toEqual(failure('address_refused'));
  });

  it('a refused address does not count as a failure of the host', async () => {
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    const { send, lines } = clientOf({ origin: 'https://configured.example' }, { resolve });
    for (let count = 0; count < 6; count += 1) {
      await expect(send({ url: 'https://api.example/' })).rejects.toEqual(failure('address_refused'));
    }
    expect(lines).toEqual([]);
  });

  it('a name that cannot be resolved is `unreachable`', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }));
    const { send } = clientOf({ origin: 'https://configured.example' }, { resolve });
    await expect(send({ url: 'https://api.example/' })).rejects.toThrow(
      'api.example: unreachable (ENOTFOUND)',
    );
  });
});

describe('an answer whose body is discarded', () => {
  it('status and headers arrive without the text, and the connection is used again', async () => {
    const server = await serve((response) => response.writeHead(202, { 'x-a': 'b' }).end('accepted'));
    const { send } = clientOf(server, { atOnce: 1, maxAnswerBytes: 1 });
    for (let count = 0; count < 2; count += 1)
      expect(await send({ method: 'POST', body: '{}', discardsBody: true })).toMatchObject({
        status: 202,
        headers: { 'x-a': 'b' },
        text: '',
      });
    expect(server.connections()).toBe(1);
  });

  it('a body that never ends, breaks off or is damaged does not matter', async () => {
    const server = await serve((response, _request, count) => {
      if (count === 1) response.writeHead(200).write('x');
      else if (count === 2)
        response.writeHead(200, { 'content-length': '100' }).write('part', () => response.destroy());
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    });
    const { send, clock } = clientOf(server);
    const endless = send({ discardsBody: true, method: 'POST', timeoutMs: 86_400_000 });
    // The second begins when the headers have arrived.
    for (let isOver = false; !isOver; )
      isOver = await Promise.race([endless.then(() => true), clock.advance(1_000).then(() => false)]);
    expect(await endless).toMatchObject({ status: 200, text: '' });
    for (let count = 0; count < 2; count += 1)
      expect(await send({ discardsBody: true, method: 'POST' })).toMatchObject({ status: 200, text: '' });
  });

  it('of a body 64 KiB are read, and the connection of a longer one is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await serve((response, _request, count) => {
      response.writeHead(200);
      if (count === 1) return response.end('x'.repeat(65_536));
      response.on('close', closed.resolve);
      // As long as somebody reads.
      const write = (): void => void (response.destroyed || response.write('x'.repeat(65_536), write));
      return write();
    });
    const { send } = clientOf(server, { atOnce: 1 });
    const discarded = () => send({ discardsBody: true, method: 'POST' });
    expect(await discarded()).toMatchObject({ status: 200, text: '' });
    // No time passes by the clock of the client.
    expect(await discarded()).toMatchObject({ status: 200, text: '' });
    await closed.promise;
    expect(server.connections()).toBe(1);
  });
});

describe('loopback', () => {
  it('loopback is accepted where the client allows it, and other private addresses are not', async () => {
    const server = await serve();
    const { send } = clientOf({ origin: 'https://configured.example' }, { allowLoopback: true });
    expect(await send({ url: server.origin })).toMatchObject({ status: 200 });
    for (const url of ['http://10.0.0.1/', 'https://169.254.169.254/', 'http://example.com/'])
      await expect(send({ url })).rejects.toEqual(failure('address_refused'));
    const strict = clientOf({ origin: 'https://configured.example' });
    await expect(strict.send({ url: server.origin })).rejects.toEqual(failure('address_refused'));
  });

  it('a name that resolves to loopback is refused also where loopback is allowed', async () => {
    const server = await serve();
    const { send } = clientOf(
      { origin: 'https://configured.example' },
      { allowLoopback: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    );
    const { port } = new URL(server.origin);
    await expect(send({ url: `https://rebound.example:${port}/` })).rejects.toEqual(
      failure('address_refused'),
    );
  });
});
