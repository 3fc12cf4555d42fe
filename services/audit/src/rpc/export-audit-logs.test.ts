import { setImmediate } from 'node:timers/promises';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Queryable } from '@patchbay/database/query';
import { fromConnectError } from '@patchbay/errors/connect';
import { callAs } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers, userContext } from '@patchbay/testing/callers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ExportBounds, exportAuditLogs } from './export-audit-logs.ts';

const callers = createTestCallers();
const adminOf = (id: string) => {
  const organization = { id, slug: 'acme', name: 'Acme', role: 'admin' } as const;
  return callAs(
    userContext({ userId: 'u1', email: 'ada@example.com', name: 'Ada', access: { organization } }),
  );
};

/** Exports of an endless trail whose queries wait for `answer`. */
const startExports = (bounds: ExportBounds) => {
  const waiting: (() => void)[] = [];
  const row = { sequence: '1', recordedAt: new Date(), text: '{"a":1}', hash: 'h', followed: true };
  const query = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return [row];
  };
  const client = createServiceClient(
    AuditService,
    'audit',
    createInProcessTransport({
      from: 'gateway',
      to: 'audit',
      minter: callers.minter('gateway'),
      verifier: callers.verifier('audit'),
      logger: createLogger({ service: 'test', level: 'silent' }),
      routes: (router) =>
        void router.service(AuditService, {
          exportAuditLogs: exportAuditLogs(
            { db: { query: query as unknown as Queryable['query'], now: () => new Date() } },
            bounds,
          ),
        }),
    }),
  );
  const begin = (organizationId = 'o1') => {
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const stream = client.exportAuditLogs({}, { ...adminOf(organizationId), signal: controller.signal });
    const messages = stream[Symbol.asyncIterator]();
    return {
      next: () =>
        messages.next().then(
          () => 'a message',
          (thrown: unknown) => fromConnectError(thrown, 'audit'),
        ),
      leave: () => controller.abort(),
    };
  };
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { begin, answer, queries: () => waiting.length };
};

describe('exports at once', () => {
  it('exports read the maximum of pages at once, and further pages in turn', async () => {
    const { begin, answer, queries } = startExports({ maxReading: 2 });
    const messages = Array.from({ length: 5 }, (_, index) => begin(`o${index}`).next());
    await expect.poll(queries).toBe(2);
    let most = 0;
    const answering = setInterval(() => {
      most = Math.max(most, queries());
      answer();
    }, 5);
    onTestFinished(() => clearInterval(answering));
    expect(await Promise.all(messages)).toEqual(Array.from({ length: 5 }, () => 'a message'));
    expect(most).toBe(2);
  });

  it('exports read one page of an organization at a time, beside those of others', async () => {
    const { begin, queries } = startExports({ maxReading: 3 });
    for (const organizationId of ['o1', 'o1', 'o1']) void begin(organizationId).next();
    await expect.poll(queries).toBe(1);
    void begin('o2').next();
    await expect.poll(queries).toBe(2);
    await setImmediate();
    expect(queries()).toBe(2);
  });

  it('exports above the maximum are refused until one has ended', async () => {
    const { begin, answer, queries } = startExports({ maxRunning: 1, maxReading: 1 });
    const first = begin();
    const left = first.next();
    await expect.poll(queries).toBe(1);
    expect(await begin().next()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    first.leave();
    await left;
    answer();
    const answering = setInterval(answer, 5);
    onTestFinished(() => clearInterval(answering));
    await expect.poll(() => begin().next()).toBe('a message');
  });

  it('an export gives its turn back when its reader leaves', async () => {
    const { begin, answer, queries } = startExports({ maxReading: 1 });
    const running = begin();
    const message = running.next();
    await expect.poll(queries).toBe(1);
    const gone = begin();
    const refused = gone.next();
    gone.leave();
    expect(await refused).toMatchObject({ code: 'timeout' });
    const answering = setInterval(answer, 5);
    onTestFinished(() => clearInterval(answering));
    expect(await message).toBe('a message');
    expect(await begin().next()).toBe('a message');
  });
});
