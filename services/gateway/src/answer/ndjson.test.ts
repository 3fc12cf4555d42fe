import '@patchbay/telemetry/fresh-modules';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Zlib from 'node:zlib';
import { createGunzip, type Gzip } from 'node:zlib';
import { conflict, invalid } from '@patchbay/errors/failure';
import { createLog } from '@patchbay/testing/log';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Exchange } from '../request/exchange.ts';
import type { Implementations } from '../testing/default-methods.ts';
import { apiKeyHeader, bearer, startGateway } from '../testing/gateway.ts';
import { headOf, openRequest } from '../testing/open-request.ts';
import { type ClientBounds, sendLines } from './ndjson.ts';

/** Every compressor that was created. */
const compressors: Gzip[] = [];
/** Creating one fails with this, where it is set. */
let noCompressor: Error | undefined;
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof Zlib>();
  const createGzip: typeof zlib.createGzip = (options) => {
    if (noCompressor !== undefined) throw noCompressor;
    const gzip = zlib.createGzip(options);
    compressors.push(gzip);
    return gzip;
  };
  return { ...zlib, createGzip };
});
beforeEach(() => {
  compressors.length = 0;
  noCompressor = undefined;
});

const path = '/v1/organizations/acme/audit-logs/export';

/** A message with a line for each of these sequences. */
const message = (...sequences: number[]) => ({
  lines: Buffer.from(sequences.map((sequence) => `{"sequence":${sequence}}\n`).join('')),
});

type Export = NonNullable<NonNullable<Implementations['audit']>['exportAuditLogs']>;

const start = (exportAuditLogs: Export) => {
  const log = createLog();
  return startGateway({
    implementations: { audit: { exportAuditLogs } },
    parts: { logger: log.logger },
  }).then((gateway) => ({ ...gateway, ...log }));
};
const sequencesIn = (text: string): number[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
const isAnswered = ({ msg }: Record<string, unknown>): boolean => msg === 'request answered';
const statusesIn = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(isAnswered).map(({ status }) => status);
const warningsAndErrors = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ level }) => level === 'warn' || level === 'error');

const encodings = ['identity', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const accepting = (encoding: string) => ({ ...bearer, 'accept-encoding': encoding });
const openExport = (port: number, encoding: Encoding) =>
  openRequest(port, path, 'GET', undefined, { 'accept-encoding': encoding });
const decoded = (response: IncomingMessage): Readable =>
  response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;

/** Sends a line, and nothing more until the call is canceled. */
const silent: Export = async function* (_, { signal }) {
  yield message(1);
  await once(signal, 'abort');
};

describe('the coding of an answer by lines', () => {
  it.each([
    [undefined, null],
    ['gzip', 'gzip'],
    ['br', null],
    ['gzip;q=0.2, identity;q=0.8', null],
  ])('the export for `Accept-Encoding: %s` has the coding %s', async (accepted, encoding) => {
    const { port } = await start(async function* () {
      yield message(1);
    });
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const response = await headOf(openRequest(port, path, 'GET', undefined, headers));
    expect(response.headers['content-encoding'] ?? null).toBe(encoding);
    expect(response.headers.vary).toBe('Origin, Accept-Encoding');
    const chunks = await decoded(response).toArray();
    expect(sequencesIn(Buffer.concat(chunks as Buffer[]).toString())).toEqual([1]);
  });
});

describe.each(encodings)('an answer by lines, %s', (encoding) => {
  const headers = accepting(encoding);

  it('an export is one JSON document per line, in order', async () => {
    const { fetch } = await start(async function* () {
      yield {};
      yield message(1, 2);
      yield message(3);
    });
    const response = await fetch(path, { headers });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="acme-audit-logs.ndjson"',
      'cache-control': 'no-store',
    });
    expect(sequencesIn(await response.text())).toEqual([1, 2, 3]);
  });

  it('an export without lines is empty', async () => {
    const { fetch } = await start(async function* () {});
    const response = await fetch(path, { headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('lines of an export arrive while later ones are made', async () => {
    const going = Promise.withResolvers<void>();
    const { port } = await start(async function* () {
      yield message(1);
      await going.promise;
      yield message(2);
    });
    const lines = decoded(await headOf(openExport(port, encoding)));
    const [first] = (await once(lines, 'data')) as [Buffer];
    expect(sequencesIn(first.toString())).toEqual([1]);
    going.resolve();
    const [second] = (await once(lines, 'data')) as [Buffer];
    expect(sequencesIn(second.toString())).toEqual([2]);
  });

  it('HEAD of an export has the same headers and ends the source of the lines', async () => {
    const ended = Promise.withResolvers<void>();
    const { port, fetch } = await start(async function* () {
      try {
        for (;;) yield message(1);
      } finally {
        ended.resolve();
      }
    });
    const response = await fetch(path, { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
    await ended.promise;
    const names = ['content-type', 'content-encoding', 'content-disposition', 'vary', 'cache-control'];
    const whole = await headOf(openExport(port, encoding));
    expect(names.map((name) => response.headers.get(name) ?? undefined)).toEqual(
      names.map((name) => whole.headers[name]),
    );
  });

  it.each([
    ['error', 500, new TypeError('secret')],
    ['warn', 409, conflict('Not today.')],
  ])('an export that fails is cut off, logged as %s and counted as %i', async (level, status, thrown) => {
    const arrived = Promise.withResolvers<void>();
    const { port, lines, written } = await start(async function* () {
      yield message(1);
      await arrived.promise;
      throw thrown;
    });
    const response = await headOf(openExport(port, encoding));
    expect(response.statusCode).toBe(200);
    const closed = new Promise((resolve) => response.once('close', resolve));
    const read = decoded(response);
    read.on('error', () => {});
    const [first] = (await once(read, 'data')) as [Buffer];
    expect(sequencesIn(first.toString())).toEqual([1]);
    arrived.resolve();
    await closed;
    expect(response.complete).toBe(false);
    await written(isAnswered);
    expect(statusesIn(lines)).toEqual([status]);
    // The gateway's own lines: the stand-ins log nothing.
    expect(warningsAndErrors(lines).filter(({ msg }) => msg === 'request failed')).toMatchObject([{ level }]);
    expect(compressors.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe.each(encodings)('a failure of an answer by lines, %s', (encoding) => {
  it('a failure right after the first line cuts the export off', async () => {
    const { port } = await start(async function* () {
      yield message(1);
      throw conflict('Not today.');
    });
    // The connection may be closed before its head has arrived.
    const response = await headOf(openExport(port, encoding)).catch(() => undefined);
    const closed = new Promise((resolve) => response?.once('close', resolve) ?? resolve(undefined));
    response?.on('error', () => {}).resume();
    await closed;
    expect(response?.statusCode ?? 200).toBe(200);
    expect(response?.complete ?? false).toBe(false);
  });
});

describe('a failure of an answer by lines', () => {
  it.each([
    [409, conflict('Not today.')],
    [400, invalid({ path: 'from', message: 'must not be after to' })],
    [500, new TypeError('secret')],
  ])('a failure before the first line is a problem: %i', async (status, thrown) => {
    const { fetch } = await start(async function* () {
      await Promise.reject(thrown);
      yield {};
    });
    const response = await fetch(path, { headers: accepting('gzip') });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.json()).toMatchObject({ status });
  });

  it('a failure to begin compression is a problem without headers of the export', async () => {
    noCompressor = new Error('out of memory');
    const { fetch } = await start(async function* () {
      yield message(1);
    });
    const response = await fetch(path, { headers: accepting('gzip') });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toMatchObject({ status: 500 });
  });
});

describe.each(encodings)('a slow client, %s', (encoding) => {
  const messages = 3_200;
  /** 64 KiB that gzip can hardly compress: it has three of four bits of each byte. */
  const bytesPerMessage = 65_536;
  const big = { lines: Buffer.from(randomBytes((bytesPerMessage * 3) / 4).toString('base64')) };
  /** Bytes of the answer per byte of the messages. */
  const ratio = encoding === 'gzip' ? 0.75 : 1;
  /** Messages that may be in the buffers of two sockets, which hold 16 MB and more. */
  const maxBuffered = 400 / ratio;

  const startBig = async () => {
    let pulled = 0;
    const ended = Promise.withResolvers<void>();
    const gateway = await start(async function* () {
      try {
        for (; pulled < messages; pulled += 1) yield big;
      } finally {
        ended.resolve();
      }
    });
    const pulledWhenIdle = async (): Promise<number> => {
      let before = -1;
      while (before !== pulled) {
        before = pulled;
        await sleep(200);
      }
      return before;
    };
    return { ...gateway, pulled: () => pulled, pulledWhenIdle, ended: ended.promise };
  };

  it('a slow client gets no more of 200 MB than it takes', async () => {
    const { port, pulled, pulledWhenIdle } = await startBig();
    const response = await headOf(openExport(port, encoding));
    expect(await pulledWhenIdle()).toBeLessThan(maxBuffered);
    let bytes = 0;
    for await (const chunk of response) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > 20_000_000) break;
    }
    expect(await pulledWhenIdle()).toBeLessThan(bytes / ratio / bytesPerMessage + maxBuffered);
    expect(pulled()).toBeLessThan(messages);
  });

  it('a client that disconnects ends the source of the lines', async () => {
    const { port, pulledWhenIdle, ended, lines, written, pulled } = await startBig();
    const request = openExport(port, encoding);
    await headOf(request);
    await pulledWhenIdle();
    request.destroy();
    await ended;
    expect(pulled()).toBeLessThan(maxBuffered);
    await written(isAnswered);
    expect(statusesIn(lines)).toEqual([499]);
    expect(warningsAndErrors(lines)).toEqual([]);
    expect(compressors.map(({ destroyed }) => destroyed)).toEqual(encoding === 'gzip' ? [true] : []);
  });

  /** Sends parts without end to a client that has these bounds. */
  const sendEndlessly = async (bounds: ClientBounds) => {
    const ended = Promise.withResolvers<void>();
    const part = randomBytes(1_000_000);
    const server = createServer((request, response) => {
      const parts = (async function* () {
        try {
          for (;;) yield part;
        } finally {
          ended.resolve();
        }
      })();
      void sendLines(new Exchange(request, response, 0), { status: 200 }, parts, bounds);
    }).listen(0);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const response = await headOf(openExport((server.address() as AddressInfo).port, encoding));
    return { response, ended: ended.promise };
  };

  it('a client that takes nothing for too long is cut off', async () => {
    const { response, ended } = await sendEndlessly({ stallMs: 200 });
    await ended;
    const closed = new Promise((resolve) => response.once('close', resolve));
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
  });

  it('a client that takes too little all the time is cut off', async () => {
    const { response, ended } = await sendEndlessly({ patienceMs: 300, bytesPerSecond: 500_000_000 });
    // About 6 MB per second.
    const reading = setInterval(() => response.read(60_000), 10);
    onTestFinished(() => clearInterval(reading));
    await expect(ended).resolves.toBeUndefined();
  });
});

describe('answers by lines at once', () => {
  it('exports at once are bounded per caller and per organization, and other reads are not affected', async () => {
    const { port, fetch } = await startGateway({
      implementations: {
        audit: { exportAuditLogs: silent, listAuditLogs: () => ({ auditLogs: Buffer.from('[]') }) },
      },
    });
    const begin = (headers: Record<string, string>) =>
      headOf(openRequest(port, path, 'GET', undefined, { authorization: '', ...headers }));
    const bySession = await Promise.all([1, 2, 3, 4].map(() => begin(bearer)));
    const fifth = await fetch(path, { headers: bearer });
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10']);
    await Promise.all([1, 2].map(() => begin(apiKeyHeader('organization'))));
    const seventh = await fetch(path, { headers: apiKeyHeader('user') });
    expect([seventh.status, seventh.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await seventh.json()).toMatchObject({ detail: expect.stringContaining('for an organization') });
    const list = await fetch('/v1/organizations/acme/audit-logs', { headers: bearer });
    expect(list.status).toBe(200);
    bySession[0]?.destroy();
    await expect.poll(async () => (await begin(apiKeyHeader('user'))).statusCode).toBe(200);
  });
});
