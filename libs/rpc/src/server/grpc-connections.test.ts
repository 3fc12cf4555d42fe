import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyRoutes } from '../fixtures/contracts.fixture.ts';
import {
  http2Ping,
  http2Preface,
  http2Settings,
  openRaw,
  passUntil,
} from '../fixtures/raw-connection.fixture.ts';
import { grpcUrlOf, start } from '../fixtures/servers.fixture.ts';

const startServer = async (connectionLimits = {}) => {
  const clock = createManualClock(new Date());
  const options = { routes: emptyRoutes('identity'), connectionLimits, clock };
  return { clock, server: await start({ service: 'identity', ...options }) };
};
const openGrpc = async (options = {}) => {
  const { clock, server } = await startServer();
  return { clock, ...openRaw({ port: () => server.grpcPort() }, options) };
};

const closeOf = (session: ClientHttp2Session): Promise<'closed'> =>
  new Promise((resolve) => session.once('close', () => resolve('closed')));

const headers = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' };
const checkHeaders = { ...headers, ':path': '/grpc.health.v1.Health/Check' };

describe('an HTTP/2 connection', () => {
  it.each([
    ['sends nothing', ''],
    ['sends half of the preface', http2Preface.subarray(0, 9)],
    ['sends no settings', http2Preface],
    ['sends HTTP/1.1', 'POST / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['sends no request', Buffer.concat([http2Preface, http2Settings])],
  ])('a client that %s is disconnected', async (_what, bytes) => {
    const { socket, closed, clock } = await openGrpc();
    if (bytes.length > 0) socket.write(bytes);
    expect(await passUntil(clock, closed)).toBe('closed');
  });

  it('a client that does not close its side is disconnected', async () => {
    const { socket, closed, clock } = await openGrpc({ allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(Buffer.concat([http2Preface, http2Settings]));
    await passUntil(clock, once(socket.resume(), 'end'));
    // Only a socket that the server has closed for both directions answers what is written with a reset.
    const writing = setInterval(() => socket.write(http2Ping), 50);
    onTestFinished(() => clearInterval(writing));
    expect(await closed).toBe('closed');
  });

  it('a connection is kept while its client sends pings, and closed when they end', async () => {
    const { server, clock } = await startServer();
    const session = connectHttp2(grpcUrlOf(server));
    await once(session, 'connect');
    for (let ping = 0; ping < 3; ping += 1) {
      await new Promise<void>((answered) => void session.ping(() => answered()));
      await clock.advance(74_000);
    }
    expect(session.closed).toBe(false);
    const closed = closeOf(session);
    await clock.advance(1_000);
    expect(await closed).toBe('closed');
  });

  it('a connection is kept while it has a stream, however long that is silent', async () => {
    const { server, clock } = await startServer();
    const session = connectHttp2(grpcUrlOf(server));
    onTestFinished(() => session.destroy());
    const stream = session.request({ ...headers, ':path': '/grpc.health.v1.Health/Watch' });
    stream.end(Buffer.alloc(5)).resume();
    await once(stream, 'response');
    await clock.advance(100_000);
    await new Promise<void>((answered) => void session.ping(() => answered()));
    expect([stream.closed, session.closed]).toEqual([false, false]);
  });

  it('a stream whose request does not arrive is closed, and its connection after it', async () => {
    const { server, clock } = await startServer();
    const session = connectHttp2(grpcUrlOf(server));
    const stream = session.request(checkHeaders);
    stream.on('error', () => {}).write(Buffer.alloc(2));
    await passUntil(clock, closeOf(session));
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  it('a stream whose answer is not read is closed, and its connection after it', async () => {
    const { server, clock } = await startServer({ stalledMs: 200 });
    const session = connectHttp2(grpcUrlOf(server), { settings: { initialWindowSize: 0 } });
    const stream = session.request(checkHeaders);
    stream.on('error', () => {}).end(Buffer.alloc(5));
    // Node itself measures how long an answer waits.
    await once(stream, 'close');
    expect(await passUntil(clock, closeOf(session))).toBe('closed');
  });
});
