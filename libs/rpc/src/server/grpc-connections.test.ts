import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyRoutes } from '../fixtures/contracts.fixture.ts';
import { http2Ping, http2Preface, http2Settings, openRaw } from '../fixtures/raw-connection.fixture.ts';
import { grpcUrlOf, start } from '../fixtures/servers.fixture.ts';

const quick = { headersMs: 300, requestMs: 400, idleMs: 300, checkMs: 50 };
const patient = { ...quick, idleMs: 60_000 };
const startServer = (connectionLimits = {}) =>
  start({ service: 'identity', routes: emptyRoutes('identity'), connectionLimits });
const openGrpc = async (connectionLimits = {}, options = {}) => {
  const server = await startServer(connectionLimits);
  return openRaw({ port: () => server.grpcPort() }, options);
};

const closeOf = (session: ClientHttp2Session): Promise<'closed'> =>
  new Promise((resolve) => session.once('close', () => resolve('closed')));

const headers = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' };
const checkHeaders = { ...headers, ':path': '/grpc.health.v1.Health/Check' };

describe('an HTTP/2 connection', () => {
  it.each([
    ['sends nothing', '', patient],
    ['sends half of the preface', http2Preface.subarray(0, 9), patient],
    ['sends no settings', http2Preface, patient],
    ['sends HTTP/1.1', 'POST / HTTP/1.1\r\nhost: x\r\n\r\n', patient],
    ['sends no request', Buffer.concat([http2Preface, http2Settings]), quick],
  ])('a client that %s is disconnected', async (_what, bytes, limits) => {
    const { socket, closed } = await openGrpc(limits);
    if (bytes.length > 0) socket.write(bytes);
    expect(await closed).toBe('closed');
  });

  it('a client that does not close its side is disconnected', async () => {
    const { socket, closed } = await openGrpc(quick, { allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(Buffer.concat([http2Preface, http2Settings]));
    await once(socket.resume(), 'end');
    // Only a socket that the server has closed for both directions answers what is written with a reset.
    const writing = setInterval(() => socket.write(http2Ping), 50);
    onTestFinished(() => clearInterval(writing));
    expect(await closed).toBe('closed');
  });

  it('a connection is kept while its client sends pings, and closed when they end', async () => {
    // The idle time is thirty times the wait between two pings: a pause of the machine for two seconds ends nothing.
    const { socket, closed } = await openGrpc({ idleMs: 3_000 });
    socket.write(Buffer.concat([http2Preface, http2Settings]));
    for (let ping = 0; ping < 35; ping += 1) {
      await sleep(100);
      socket.write(http2Ping);
    }
    expect(socket.destroyed).toBe(false);
    await closed;
  });

  it('a connection is kept while it has a stream, however long that is silent', async () => {
    const server = await startServer({ ...quick, stalledMs: 200 });
    const session = connectHttp2(grpcUrlOf(server));
    onTestFinished(() => session.destroy());
    const stream = session.request({ ...headers, ':path': '/grpc.health.v1.Health/Watch' });
    stream.end(Buffer.alloc(5)).resume();
    await sleep(1_200);
    expect([stream.closed, session.closed]).toEqual([false, false]);
  });

  it('a stream whose request does not arrive is closed, and its connection after it', async () => {
    const session = connectHttp2(grpcUrlOf(await startServer(quick)));
    const stream = session.request(checkHeaders);
    stream.on('error', () => {}).write(Buffer.alloc(2));
    expect(await closeOf(session)).toBe('closed');
  });

  it('a stream whose answer is not read is closed, and its connection after it', async () => {
    const server = await startServer({ ...quick, stalledMs: 200 });
    const session = connectHttp2(grpcUrlOf(server), { settings: { initialWindowSize: 0 } });
    const stream = session.request(checkHeaders);
    stream.on('error', () => {}).end(Buffer.alloc(5));
    expect(await closeOf(session)).toBe('closed');
  });
});
