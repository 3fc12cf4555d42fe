import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { callAs } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers, userContext } from '@patchbay/testing/callers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ExportBounds, exportAuditLogs } from './export-audit-logs.ts';
import { createGatedReads } from './gated-reads.fixture.ts';

const callers = createTestCallers();
const adminOf = (id: string) => {
  const organization = { id, slug: 'acme', name: 'Acme', role: 'admin' } as const;
  return callAs(
    userContext({ userId: 'u1', email: 'ada@example.com', name: 'Ada', access: { organization } }),
  );
};

/** Exports of an endless trail whose queries wait at a gate. */
const startExports = (bounds: ExportBounds) => {
  const row = { sequence: '1', recordedAt: new Date(), text: '{"a":1}', hash: 'h', followed: true };
  const reads = createGatedReads([row]);
  /** The first export. */
  const ended = Promise.withResolvers<void>();
  let begun = 0;
  const exporting = exportAuditLogs({ db: reads.db }, bounds);
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
          async *exportAuditLogs(request, context) {
            const isFirst = begun === 0;
            begun += 1;
            try {
              yield* exporting(request, context);
            } finally {
              if (isFirst) ended.resolve();
            }
          },
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
  return { begin, reads, ended: ended.promise };
};

describe('exports at once', () => {
  it('exports read the maximum of pages at once, and further pages in turn', async () => {
    const { begin, reads } = startExports({ maxReading: 2 });
    const messages = Array.from({ length: 5 }, (_, index) => begin(`o${index}`).next());
    await reads.reached(2);
    reads.open();
    expect(await Promise.all(messages)).toEqual(Array(5).fill('a message'));
    expect(reads.most()).toBe(2);
  });

  it('exports read one page of an organization at a time, beside those of others', async () => {
    const { begin, reads } = startExports({ maxReading: 3 });
    const messages = ['o1', 'o1', 'o1', 'o2'].map((organizationId) => begin(organizationId).next());
    await reads.reached(2);
    reads.open();
    expect(await Promise.all(messages)).toEqual(Array(4).fill('a message'));
    expect(reads.most()).toBe(2);
  });

  it('exports above the maximum are refused until one has ended', async () => {
    const { begin, reads, ended } = startExports({ maxRunning: 1 });
    const first = begin();
    const left = first.next();
    await reads.reached(1);
    expect(await begin().next()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    first.leave();
    await left;
    reads.open();
    await ended;
    expect(await begin().next()).toBe('a message');
  });

  it('an export gives its turn back when its reader leaves', async () => {
    const { begin, reads } = startExports({ maxReading: 1 });
    const message = begin().next();
    await reads.reached(1);
    const gone = begin();
    const refused = gone.next();
    gone.leave();
    expect(await refused).toMatchObject({ code: 'timeout' });
    reads.open();
    expect(await message).toBe('a message');
    expect(await begin().next()).toBe('a message');
  });
});
