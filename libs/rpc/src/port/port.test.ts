import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { emptyRoutes } from '../contracts.fixture.ts';
import { start, urlOf } from '../servers.fixture.ts';
import { startPortProcess } from './port-process.fixture.ts';
import { http1Request, http2Ping, http2Preface, http2Settings, openRaw } from './raw-connection.fixture.ts';
import { seededRandom, startSplittingProxy, writeInPieces } from './splitting-proxy.fixture.ts';

const quick = { beginMs: 300, requestMs: 400, idleMs: 300, checkMs: 50 };
const startServer = (connectionLimits = {}) =>
  start({ service: 'identity', routes: emptyRoutes('identity'), connectionLimits });

/** Of this process, which has both ends of each connection. */
const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

const closeOf = (session: ClientHttp2Session): Promise<'closed'> =>
  new Promise((resolve) => session.once('close', () => resolve('closed')));

// Before all tests, because a port that reads its own bytes again without end would block this process with all of them, and
// nothing would fail.
beforeAll(async () => {
  const server = await startPortProcess();
  try {
    for (const bytes of ['P', 'PR', 'P']) openRaw(server).socket.write(bytes);
    await sleep(200);
    const { socket, received, closed } = openRaw(server);
    socket.write(http1Request);
    await Promise.race([closed, sleep(3_000)]);
    if (!received().toString().includes('answered by /grpc.health.v1.Health/Check'))
      throw new Error('a port with connections whose first bytes come alone does not answer others');
  } finally {
    server.kill();
  }
});

describe('a connection whose first bytes come alone', () => {
  it.each([['P'], ['PO'], ['POS']])('is served when the rest follows: %s', async (first) => {
    const { socket, received, closed } = openRaw(await startServer());
    socket.write(first);
    await sleep(20);
    socket.write(http1Request.subarray(first.length));
    await closed;
    expect(received().toString()).toContain('SERVING');
  });

  it('is served when every byte comes alone', async () => {
    const { socket, received, closed } = openRaw(await startServer());
    for (const byte of http1Request) {
      socket.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    await closed;
    expect(received().toString()).toContain('SERVING');
  });
});

describe('a connection is closed', () => {
  const patient = { ...quick, idleMs: 60_000 };
  const silent: readonly (readonly [string, Buffer | string, typeof quick])[] = [
    ['without bytes', '', quick],
    ['with half a preface', 'PR', quick],
    ['with the preface of HTTP/2 and nothing else', http2Preface, patient],
    ['with half of that', http2Preface.subarray(0, 9), patient],
    ['with HTTP/2 settings and no request', Buffer.concat([http2Preface, http2Settings]), quick],
    ['with headers that do not end', 'POST / HTTP/1.1\r\nhost: x\r\n', quick],
    ['with a body that does not end', http1Request.subarray(0, -1), quick],
    ['with garbage', '\u0016\u0003\u0001\u0000', quick],
  ];
  it.each(silent)('%s', async (_what, bytes, limits) => {
    const { socket, closed } = openRaw(await startServer(limits));
    if (bytes.length > 0) socket.write(bytes);
    expect(await closed).toBe('closed');
  });

  it('in time although its bytes arrive one by one', async () => {
    const { socket, closed } = openRaw(await startServer({ ...quick, beginMs: 100 }));
    socket.write('P');
    setTimeout(() => socket.write('R'), 70);
    const startedAt = performance.now();
    await closed;
    expect(performance.now() - startedAt).toBeGreaterThan(90);
    expect(socket.bytesWritten).toBe(2);
  });

  it('although its client does not close its side', async () => {
    await expect.poll(openSockets).toBe(0);
    const { socket } = openRaw(await startServer(quick), { allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(Buffer.concat([http2Preface, http2Settings]));
    await expect.poll(openSockets).toBe(2);
    await expect.poll(openSockets, { timeout: 5_000 }).toBe(1);
    expect(socket.destroyed).toBe(false);
  });

  it('when its client closes its side before it has begun', async () => {
    const { socket, closed } = openRaw(await startServer());
    socket.end('PR');
    expect(await closed).toBe('closed');
  });

  it('when too many others are beginning', async () => {
    const server = await startServer({ beginning: 2 });
    const [first, ...others] = [openRaw(server), openRaw(server), openRaw(server)];
    await first?.closed;
    expect(others.map(({ socket }) => socket.destroyed)).toEqual([false, false]);
    others[0]?.socket.write(http1Request);
    await others[0]?.closed;
    expect(others[0]?.received().toString()).toContain('SERVING');
  });
});

describe('a connection over HTTP/2 is kept', () => {
  it('while its client sends pings, and closed when they end', async () => {
    const { socket, closed } = openRaw(await startServer(quick));
    socket.write(Buffer.concat([http2Preface, http2Settings]));
    for (let ping = 0; ping < 8; ping += 1) {
      await sleep(100);
      socket.write(http2Ping);
    }
    expect(socket.destroyed).toBe(false);
    await closed;
  });

  it('while it has a stream, however long that is silent', async () => {
    const server = await startServer({ ...quick, stalledMs: 200 });
    const session = connectHttp2(urlOf(server));
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Watch',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.end(Buffer.alloc(5)).resume();
    await sleep(1_200);
    expect([stream.closed, session.closed]).toEqual([false, false]);
  });

  it('but not with a stream whose request does not arrive', async () => {
    const session = connectHttp2(urlOf(await startServer(quick)));
    const stream = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.on('error', () => {}).write(Buffer.alloc(2));
    expect(await closeOf(session)).toBe('closed');
  });

  it('but not with a stream whose answer is not read', async () => {
    const server = await startServer({ ...quick, stalledMs: 200 });
    const session = connectHttp2(urlOf(server), { settings: { initialWindowSize: 0 } });
    const stream = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.on('error', () => {}).end(Buffer.alloc(5));
    expect(await closeOf(session)).toBe('closed');
  });
});

describe('a port that gets everything in pieces', () => {
  it('answers every valid call and keeps no connection open', { timeout: 60_000 }, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    const server = await startServer({ beginMs: 2_000, requestMs: 2_000, idleMs: 2_000, checkMs: 100 });
    const proxy = await startSplittingProxy(server.port(), random);
    const baseUrl = `http://127.0.0.1:${proxy.port}`;
    const http2Bytes = Buffer.concat([http2Preface, http2Settings, http2Ping]);
    const whole = [http1Request, http2Bytes];

    const call = async (create: () => Parameters<typeof createClient>[1]) => {
      await sleep(random() * 500);
      const { status } = await createClient(Health, create()).check({});
      return status === Status.SERVING ? 'answered' : 'not serving';
    };
    const raw = async (bytes: Buffer) => {
      await sleep(random() * 500);
      const { socket, closed } = openRaw(server);
      await writeInPieces(socket, bytes, random);
      return await closed;
    };
    const kinds = [
      () => call(() => createConnectTransport({ baseUrl, httpVersion: '1.1' })),
      () => call(() => createConnectTransport({ baseUrl, httpVersion: '2' })),
      () => call(() => createGrpcTransport({ baseUrl })),
      () => raw(Buffer.from(Array.from({ length: 1 + random() * 60 }, () => random() * 256))),
      () => {
        const bytes = whole[Math.floor(random() * whole.length)] ?? http1Request;
        return raw(bytes.subarray(0, Math.floor(random() * bytes.length)));
      },
    ];
    const outcomes = Array.from({ length: 50 }, () => kinds.map((kind) => kind())).flat();
    const expected = outcomes.map((_, index) => (index % kinds.length < 3 ? 'answered' : 'closed'));
    expect(await Promise.all(outcomes), `seed ${seed}`).toEqual(expected);

    await proxy.close();
    await expect.poll(openSockets, { timeout: 10_000, message: `seed ${seed}` }).toBe(0);
  });
});
