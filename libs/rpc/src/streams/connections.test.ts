import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { conflict } from '@patchbay/errors/failure';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  clientOf,
  collect,
  endless,
  entry,
  type Handler,
  networkTransport,
  readOne,
  startExport,
} from '../fixtures/export.fixture.ts';

/** The client's port of each stream that the server gets, and a client of it. */
async function startWatched(handler: Handler) {
  const server = await startExport(handler);
  const ports: (number | undefined)[] = [];
  const onRequest = (message: unknown): void => {
    const { socket } = (message as { request: IncomingMessage }).request;
    if (socket.localPort === server.port()) ports.push(socket.remotePort);
  };
  subscribe('http.server.request.start', onRequest);
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest));
  const { exportAuditLogs } = clientOf(networkTransport(server));
  return { ports, open: () => exportAuditLogs({}) };
}

const kilobytes = entry('x'.repeat(65_536));

describe('connections of streams', () => {
  it('streams use the connections of those that have ended, regularly or with a failure', async () => {
    let served = 0;
    const { ports, open } = await startWatched(async function* () {
      served += 1;
      yield entry(String(served));
      if (served % 2 === 0) throw conflict('Not today.');
    });
    const ids = [];
    for (let count = 0; count < 20; count += 1) ids.push(...(await collect(open())).ids);
    expect(ids).toEqual(ports.map((_, index) => String(index + 1)));
    // The end of one stream and the beginning of the next may meet.
    expect(new Set(ports).size).toBeLessThanOrEqual(2);
  });

  it('a stream after one that its reader left is whole, on another connection', async () => {
    let served = 0;
    const { handler } = endless(() => kilobytes);
    const { ports, open } = await startWatched(async function* (context) {
      served += 1;
      if (served === 1) yield* handler(context);
      else yield entry('whole');
    });
    await readOne(open());
    expect(await collect(open())).toEqual({ ids: ['whole'], failure: undefined });
    expect(new Set(ports).size).toBe(2);
  });

  it('readers who stop reading leave other streams alone', async () => {
    const { handler } = endless(() => kilobytes);
    let served = 0;
    const { ports, open } = await startWatched(async function* (context) {
      served += 1;
      if (served <= 3) yield* handler(context);
      else yield entry('other');
    });
    const stopped = [open(), open(), open()].map((messages) => messages[Symbol.asyncIterator]());
    await Promise.all(stopped.map((messages) => messages.next()));
    for (let count = 0; count < 4; count += 1) expect((await collect(open())).ids).toEqual(['other']);
    const [first, second, third, ...others] = ports;
    expect(new Set([first, second, third]).size).toBe(3);
    expect(others.some((port) => [first, second, third].includes(port))).toBe(false);
    for (const messages of stopped) await messages.return?.();
  });
});

it('a stream without side effects is opened again if the server closes a kept connection', async () => {
  let served = 0;
  const { ports, open } = await startWatched(async function* () {
    served += 1;
    yield entry(String(served));
  });
  await collect(open());
  const onRequest = (message: unknown): void => {
    unsubscribe('http.server.request.start', onRequest);
    (message as { request: IncomingMessage }).request.socket.destroy();
  };
  subscribe('http.server.request.start', onRequest);
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest));
  const { failure } = await collect(open());
  expect({ failure, requests: ports.length }).toEqual({ failure: undefined, requests: 3 });
});
