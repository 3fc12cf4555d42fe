import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampNow } from '@bufbuild/protobuf/wkt';
import type { AuditLogSchema } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { conflict, invalid } from '@patchbay/errors/failure';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Implementations } from '../testing/default-methods.ts';
import { bearer, startGateway } from '../testing/gateway.ts';
import { headOf, openRequest } from '../testing/open-request.ts';
import { Exchange } from './exchange.ts';
import { sendLines } from './lines.ts';

const path = '/v1/organizations/acme/audit-logs/export';

const entry = (sequence: number, name = 'Ada'): MessageInitShape<typeof AuditLogSchema> => ({
  sequence: BigInt(sequence),
  occurredAt: timestampNow(),
  recordedAt: timestampNow(),
  actor: { type: 'user' },
  target: { type: 'user', name },
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
const statusesIn = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ msg }) => msg === 'request answered').map(({ status }) => status);
const warningsAndErrors = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ level }) => level === 'warn' || level === 'error');

describe('an answer by lines', () => {
  it('is one JSON document per line, in order', async () => {
    const { fetch } = await start(async function* () {
      yield {};
      yield { auditLogs: [entry(1), entry(2)] };
      yield { auditLogs: [entry(3)] };
    });
    const response = await fetch(path, { headers: bearer });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(sequencesIn(await response.text())).toEqual([1, 2, 3]);
  });

  it('is empty where there are no lines', async () => {
    const { fetch } = await start(async function* () {});
    const response = await fetch(path, { headers: bearer });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('arrives while it is made', async () => {
    const going = Promise.withResolvers<void>();
    const { port } = await start(async function* () {
      yield { auditLogs: [entry(1)] };
      await going.promise;
      yield { auditLogs: [entry(2)] };
    });
    const response = await headOf(openRequest(port, path));
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(sequencesIn(first.toString())).toEqual([1]);
    going.resolve();
    const [second] = (await once(response, 'data')) as [Buffer];
    expect(sequencesIn(second.toString())).toEqual([2]);
  });

  it('has a head without lines, and ends what makes them', async () => {
    const ended = Promise.withResolvers<void>();
    const { fetch } = await start(async function* () {
      try {
        for (;;) yield { auditLogs: [entry(1)] };
      } finally {
        ended.resolve();
      }
    });
    const response = await fetch(path, { method: 'HEAD', headers: bearer });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect([response.status, await response.text()]).toEqual([200, '']);
    await ended.promise;
  });
});

describe('a failure of an answer by lines', () => {
  it.each([
    [409, conflict('Not today.')],
    [400, invalid({ path: 'from', message: 'must not be after to' })],
    [500, new TypeError('secret')],
  ])('is a problem before the first line: %i', async (status, thrown) => {
    const { fetch } = await start(async function* () {
      await Promise.reject(thrown);
      yield {};
    });
    const response = await fetch(path, { headers: bearer });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(await response.json()).toMatchObject({ status });
  });

  it.each([
    ['error', 500, new TypeError('secret')],
    ['warn', 409, conflict('Not today.')],
  ])('cuts the answer off after it, and is logged as %s and counted as %i', async (level, status, thrown) => {
    const { fetch, lines } = await start(async function* () {
      yield { auditLogs: [entry(1)] };
      // Until the line was sent.
      await sleep(100);
      throw thrown;
    });
    const response = await fetch(path, { headers: bearer });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await expect.poll(() => statusesIn(lines)).toEqual([status]);
    // The gateway's own lines: the stand-ins log nothing.
    expect(warningsAndErrors(lines).filter(({ msg }) => msg === 'request failed')).toMatchObject([{ level }]);
  });
});

describe('a slow client', () => {
  const messages = 3_200;
  /** About 64 KB. */
  const big = { auditLogs: [entry(1, 'x'.repeat(65_536))] };
  /** Messages that may be in the buffers of two sockets, which hold 16 MB and more. */
  const maxBuffered = 400;

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

  it('is sent no more than it takes of 200 MB', async () => {
    const { port, pulled, pulledWhenIdle } = await startBig();
    const response = await headOf(openRequest(port, path));
    expect(await pulledWhenIdle()).toBeLessThan(maxBuffered);
    let bytes = 0;
    for await (const chunk of response) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > 20_000_000) break;
    }
    expect(await pulledWhenIdle()).toBeLessThan(bytes / 65_536 + maxBuffered);
    expect(pulled()).toBeLessThan(messages);
  }, 20_000);

  it('that leaves ends what was made for it', async () => {
    const { port, pulledWhenIdle, ended, lines, pulled } = await startBig();
    const request = openRequest(port, path);
    await headOf(request);
    await pulledWhenIdle();
    request.destroy();
    await ended;
    expect(pulled()).toBeLessThan(maxBuffered);
    await expect.poll(() => statusesIn(lines)).toEqual([499]);
    expect(warningsAndErrors(lines)).toEqual([]);
  }, 15_000);

  it('that takes nothing for too long is cut off', async () => {
    const ended = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      const endless = (async function* () {
        try {
          for (;;) yield ['x'.repeat(1_000_000)];
        } finally {
          ended.resolve();
        }
      })();
      void sendLines(new Exchange(request, response, 'r1', null), 200, endless, 200);
    }).listen(0);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const opened = openRequest((server.address() as AddressInfo).port, '/');
    const response = await headOf(opened);
    await ended.promise;
    const closed = new Promise((resolve) => response.once('close', resolve));
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
  });
});
