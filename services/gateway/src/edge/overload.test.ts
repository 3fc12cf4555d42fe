import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createHttpServer } from '@patchbay/http/http-server';
import { securityHeaders } from '@patchbay/http/security-headers';
import { createLogger } from '@patchbay/telemetry/logger';
import { createLog } from '@patchbay/testing/log';
import { waitFor } from '@patchbay/testing/wait';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { refuseEarly } from '../answer/failure.ts';
import { setCommonHeaders } from '../answer/headers.ts';
import { createServe } from '../answer/serve.ts';
import { beginExchange } from '../request/exchange.ts';
import { createTrustedOrigins } from '../request/trusted-origins.ts';
import { bearer, startGateway } from '../testing/gateway.ts';
import { session, user } from '../testing/values.ts';
import { createOverload } from './overload.ts';

const trusted = createTrustedOrigins('https://api.example', 'https://portal.example', []);

/** A server that runs one request at a time, or `maxRunning`. Without a listener they run until the test answers them. */
async function start(listener?: RequestListener, maxRunning = 1) {
  const { logger, lines } = createLog();
  const running: ServerResponse[] = [];
  const overload = createOverload({ maxRunning, logger, sampleDelay: () => () => {} });
  const serve = createServe(createLogger({ service: 'gateway', level: 'silent' }));
  const app = express()
    .use(beginExchange(0, logger), setCommonHeaders(securityHeaders(true), trusted), overload.admit)
    .use(
      serve({ route: 'none', operation: 'none' }, async ({ request, response }) => {
        listener?.(request, response);
        if (response.writableEnded) return;
        running.push(response);
        await once(response, 'close');
      }),
    )
    .use(refuseEarly);
  const server = createHttpServer(app, { port: 0 }, { service: 'gateway', headers: [], logger });
  await overload.start?.();
  await server.start?.();
  onTestFinished(async () => {
    await server.stop?.();
    await overload.stop?.();
  });
  const address = `http://127.0.0.1:${server.port()}`;
  const get = (path: string, init?: RequestInit) => fetch(`${address}${path}`, init);
  return {
    port: server.port(),
    running,
    lines,
    get,
    stop: () => overload.stop?.(),
    /** Sends a request that runs until `running[0]` is ended. */
    occupy: async () => {
      const answer = get('/occupied').then(({ status }) => status);
      answer.catch(() => {});
      await waitFor(() => running.length === 1, { what: 'the request to run', intervalMs: 2 });
      return { answer };
    },
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes, and resolves with the answer that follows on this connection. */
async function exchange(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().toLowerCase();
}

describe('a request beyond the limit', () => {
  it('a refused request gets a 503 problem with Retry-After and the headers of every answer', async () => {
    const { get, occupy } = await start();
    await occupy();
    const answer = await get('/v1/me?token=hunter2', { headers: { 'x-request-id': 'mine' } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('retry-after')).toMatch(/^[1-5]$/);
    expect(answer.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(answer.headers.get('vary')).toBe('Origin');
    for (const [name, value] of securityHeaders(true)) expect(answer.headers.get(name)).toBe(value);
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The service is overloaded. Try again later.',
      instance: '/v1/me',
      requestId: 'mine',
    });
  });

  it('a refusal continues the trace of the client', async () => {
    const { get, occupy } = await start();
    await occupy();
    const trace = 'abcdefabcdefabcdefabcdefabcdef12';
    const traceparent = `00-${trace}-1234567890abcdef-01`;
    const { headers } = await get('/v1/me', { headers: { traceparent } });
    expect(headers.get('traceparent')).toMatch(
      new RegExp(`^00-${trace}-(?!1234567890abcdef)[0-9a-f]{16}-00$`),
    );
    // Of a later version of the header: its first four parts are those of version 00.
    const later = `01-${trace}-1234567890abcdef-01-more`;
    const { headers: ofLater } = await get('/v1/me', { headers: { traceparent: later } });
    expect(ofLater.get('traceparent')).toMatch(new RegExp(`^00-${trace}-`));
    const zeros = `00-${'0'.repeat(32)}-1234567890abcdef-01`;
    const { headers: others } = await get('/v1/me', { headers: { traceparent: zeros } });
    const [, begun = '', span = ''] = others.get('traceparent')?.split('-') ?? [];
    expect(begun).not.toBe('0'.repeat(32));
    expect(begun).not.toContain(span);
  });

  it('requests are taken again when a running one has ended', async () => {
    const { get, occupy, running } = await start();
    const { answer } = await occupy();
    expect((await get('/v1/me')).status).toBe(503);
    running[0]?.end();
    expect(await answer).toBe(200);
    const second = get('/v1/me');
    await waitFor(() => running.length === 2, { what: 'the next request to run', intervalMs: 2 });
    running[1]?.end();
    expect((await second).status).toBe(200);
  });

  it('requests are taken again when the client of a running one has disconnected', async () => {
    const { port, get, running } = await start();
    const socket = await open(port);
    socket.write('GET /occupied HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor(() => running.length === 1, { what: 'the request to run', intervalMs: 2 });
    expect((await get('/v1/me')).status).toBe(503);
    socket.destroy();
    await once(running[0] as ServerResponse, 'close');
    const second = get('/v1/me');
    await waitFor(() => running.length === 2, { what: 'the next request to run', intervalMs: 2 });
    running[1]?.end();
    expect((await second).status).toBe(200);
  });

  it('requests are taken again when the client of pipelined ones has disconnected', async () => {
    const { port, get } = await start((request, response) => {
      if (request.url === '/') response.end();
    }, 2);
    const socket = await open(port);
    socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor(async () => (await get('/')).status === 503, { what: 'a refusal' });
    socket.destroy();
    await waitFor(async () => (await get('/')).status === 200, { what: 'an answer' });
    expect((await get('/')).status).toBe(200);
  });

  it('a refusal discards a short body and leaves the connection usable', async () => {
    const { port, occupy } = await start();
    await occupy();
    const socket = await open(port);
    const post = `POST /v1/signup HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"name":1`;
    expect(await exchange(socket, post)).toContain('http/1.1 503 ');
    expect(await exchange(socket, post)).toContain('http/1.1 503 ');
    const head = await exchange(socket, 'HEAD /v1/me HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(head).toContain('http/1.1 503 ');
    expect(head.endsWith('\r\n\r\n')).toBe(true);
  });

  it.each([
    ['longer than any that is taken', 'Content-Length: 262145'],
    ['of unknown length', 'Transfer-Encoding: chunked'],
    ['that waits to be asked for', 'Content-Length: 5\r\nExpect: 100-continue'],
  ])('a refusal closes the connection when the body is %s', async (_, header) => {
    const { port, occupy } = await start();
    await occupy();
    const socket = await open(port);
    const answer = await exchange(socket, `POST /v1/signup HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
    expect(answer).toContain('http/1.1 503 ');
    expect(answer).toContain('connection: close');
    if (!socket.closed) await once(socket, 'close');
  });

  it('refusals within a second are one log line, without their paths', async () => {
    const { get, occupy, lines, stop } = await start();
    await occupy();
    for (let count = 0; count < 3; count += 1) await get('/v1/me?token=hunter2');
    await stop();
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'requests refused because the gateway is overloaded',
        refused: 3,
        running: 1,
        limit: 1,
        loopDelayMs: 0,
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});

describe('requests that do not count as running', () => {
  it('an answer that its client does not read does not count as running', async () => {
    const megabytes = Buffer.alloc(32 * 1024 * 1024);
    const { port, get } = await start((request, response) =>
      response.end(request.url === '/' ? megabytes : ''),
    );
    const slow = await open(port);
    slow.pause();
    slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    for (let count = 0; count < 5; count += 1) expect((await get('/v1/me')).status).toBe(200);
  });

  it('an answer that waits for an unread one before it does not count as running', async () => {
    const megabytes = Buffer.alloc(32 * 1024 * 1024);
    const ended: (string | undefined)[] = [];
    const { port, get } = await start((request, response) => {
      response.end(request.url === '/' ? megabytes : '');
      ended.push(request.url);
    }, 4);
    const slow = await open(port);
    slow.pause();
    slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    slow.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    await waitFor(() => ended.length === 4, { what: 'the pipelined requests', intervalMs: 2 });
    for (let count = 0; count < 5; count += 1) expect((await get('/v1/me')).status).toBe(200);
  });
});

describe('the gateway', () => {
  it('the gateway answers its health check while it refuses everything else', async () => {
    const begun = Promise.withResolvers<void>();
    const { fetch } = await startGateway({
      config: { maxConcurrentRequests: 1 },
      implementations: {
        identity: {
          authenticate: () => {
            begun.resolve();
            return new Promise(() => {});
          },
        },
      },
    });
    const controller = new AbortController();
    const running = fetch('/v1/me', { headers: bearer, signal: controller.signal });
    await begun.promise;
    expect((await fetch('/version')).status).toBe(503);
    expect((await fetch('/health')).status).toBe(200);
    expect((await fetch('/healthy')).status).toBe(503);
    controller.abort();
    await expect(running).rejects.toThrow('aborted');
  });

  it('the gateway refuses requests while its event loop stays late and many requests run', async () => {
    let take: (delayMs: number, now: number) => void = () => {};
    const going = Promise.withResolvers<void>();
    const { fetch } = await startGateway({
      parts: {
        sampleDelay: (sample) => {
          take = sample;
          return () => {};
        },
      },
      implementations: {
        identity: {
          authenticate: async ({ sessionTokens }) => {
            await going.promise;
            return { authentications: sessionTokens.map(() => ({ session, user })) };
          },
        },
      },
    });
    const late = (from: number): void => {
      for (let now = from; now < from + 5_000; now += 120) take(100, now);
    };
    late(0);
    expect((await fetch('/version')).status).toBe(200);
    const running = Array.from({ length: 130 }, () => fetch('/v1/me', { headers: bearer }));
    await waitFor(
      async () => {
        late(10_000);
        return (await fetch('/version')).status === 503;
      },
      { what: 'a request to be refused' },
    );
    for (let now = 20_000; now < 21_000; now += 20) take(5, now);
    expect((await fetch('/version')).status).toBe(200);
    going.resolve();
    expect((await Promise.all(running)).map(({ status }) => status)).toContain(200);
  });
});
