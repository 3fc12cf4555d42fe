import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  collect,
  endless,
  entry,
  foreignClientOf,
  foreignHeaders,
  foreignTransports,
  type Handler,
  idsOf,
  networkTransport,
  ownTransportNames,
  ownTransports,
  startExport,
  untilAborted,
} from '../fixtures/export.fixture.ts';
import { passUntil } from '../fixtures/raw-connection.fixture.ts';

describe.each(ownTransportNames)('the timeout of a stream %s', (way) => {
  it('the timeout of a stream limits the time until the next message, not the whole stream', async () => {
    const clock = createManualClock(new Date());
    const sent = ['1', '2', '3', '4'].map((id) => ({ id, ...Promise.withResolvers<void>() }));
    const steady: Handler = async function* () {
      for (const { id, promise } of sent) {
        await promise;
        yield entry(id);
      }
    };
    const client = clientOf(await ownTransports[way](steady, undefined, clock));
    const messages = client.exportAuditLogs({}, { timeoutMs: 5_000 })[Symbol.asyncIterator]();
    for (const { id, resolve } of sent) {
      const next = messages.next();
      await clock.advance(4_000);
      resolve();
      expect(idsOf((await next).value)).toEqual([id]);
    }
    await messages.return?.();
  });

  it.each([
    ['the first message', 0],
    ['a later one', 2],
  ])('a stream whose service is silent before %s ends on both sides', async (_which, count) => {
    const clock = createManualClock(new Date());
    let sent = 0;
    const { handler, abortReason, pulled } = endless((context) =>
      sent++ < count ? entry('1') : untilAborted(context),
    );
    const client = clientOf(await ownTransports[way](handler, undefined, clock));
    const messages = client.exportAuditLogs({}, { timeoutMs: 3_000 })[Symbol.asyncIterator]();
    for (let read = 0; read < count; read += 1) expect(idsOf((await messages.next()).value)).toEqual(['1']);
    const failed = messages.next().catch((thrown: unknown) => ConnectError.from(thrown).code);
    await pulled(count + 1);
    await clock.advance(3_000);
    expect(await failed).toBe(Code.DeadlineExceeded);
    // Over a network the server only sees a closed connection, not the reason.
    const code = way === 'in process' ? Code.DeadlineExceeded : Code.Canceled;
    expect(await abortReason).toMatchObject({ code });
  });

  it('the timeout of a stream does not run while its reader processes a message', async () => {
    const clock = createManualClock(new Date());
    const handler: Handler = async function* () {
      yield* [entry('1'), entry('2')];
    };
    const client = clientOf(await ownTransports[way](handler, undefined, clock));
    const read: string[] = [];
    for await (const message of client.exportAuditLogs({}, { timeoutMs: 3_000 })) {
      read.push(...idsOf(message));
      await clock.advance(3_200);
    }
    expect(read).toEqual(['1', '2']);
  });
});

describe('a transport', () => {
  it('a transport runs as many streams as it has connections, and unary calls beside them', async () => {
    const server = await startExport(async function* (context) {
      yield entry('1');
      await untilAborted(context);
    });
    const client = clientOf(networkTransport(server, { streams: 1 }));
    const first = client.exportAuditLogs({})[Symbol.asyncIterator]();
    expect(idsOf((await first.next()).value)).toEqual(['1']);
    let began = false;
    const second = client.exportAuditLogs({})[Symbol.asyncIterator]();
    const message = second.next().finally(() => {
      began = true;
    });
    // The server answers: it does not implement the method.
    const unary = await client.listAuditLogs({}).catch((thrown: unknown) => ConnectError.from(thrown).code);
    expect(unary).toBe(Code.Unimplemented);
    expect(began).toBe(false);
    await first.return?.();
    expect(idsOf((await message).value)).toEqual(['1']);
    await second.return?.();
  });
});

describe('a server', () => {
  it('a server ends a stream whose handler is silent for 30 seconds as a timeout', async () => {
    const clock = createManualClock(new Date());
    const { handler, abortReason, pulled } = endless(untilAborted);
    const server = await startExport(handler, { clock });
    const running = collect(clientOf(networkTransport(server)).exportAuditLogs({}));
    await pulled(1);
    await clock.advance(30_000);
    const error = ConnectError.from((await running).failure);
    expect(error.code).toBe(Code.DeadlineExceeded);
    expect(error.findDetails(FailureSchema)).toMatchObject([{ code: 'timeout' }]);
    expect(await abortReason).toMatchObject({ code: Code.DeadlineExceeded });
    for (const [index, [protocol, transport]] of Object.entries(foreignTransports(server)).entries()) {
      const foreign = collect(foreignClientOf(transport).exportAuditLogs({}, { headers: foreignHeaders() }));
      await pulled(index + 2);
      await clock.advance(30_000);
      expect({ protocol, code: ConnectError.from((await foreign).failure).code }).toEqual({
        protocol,
        code: Code.DeadlineExceeded,
      });
    }
  });

  it('a server ends a silent stream in time even if its handler ignores the signal', async () => {
    const clock = createManualClock(new Date());
    const silent = Promise.withResolvers<void>();
    const server = await startExport(
      async function* () {
        yield entry('1');
        silent.resolve();
        await new Promise(() => {});
      },
      { clock },
    );
    const running = collect(clientOf(networkTransport(server)).exportAuditLogs({}));
    await silent.promise;
    await clock.advance(30_000);
    const { ids, failure } = await running;
    expect(ids).toEqual(['1']);
    expect(ConnectError.from(failure).code).toBe(Code.DeadlineExceeded);
  });

  it.each(['Connect over HTTP/1.1', 'Connect over HTTP/2', 'gRPC'])(
    'a server ends a stream whose reader takes nothing for too long: %s',
    async (protocol) => {
      const clock = createManualClock(new Date());
      const kilobytes = 'x'.repeat(65_536);
      const { handler, abortReason, pulled } = endless(() => entry(kilobytes));
      const server = await startExport(handler, {
        streamLimits: { messageMs: undefined, readerMs: 200 },
        clock,
      });
      const transport = foreignTransports(server)[protocol];
      if (transport === undefined) throw new Error(`no ${protocol}`);
      const messages = foreignClientOf(transport).exportAuditLogs({}, { headers: foreignHeaders() });
      // The stream may end while the first message is still on its way.
      const first = messages[Symbol.asyncIterator]()
        .next()
        .catch(() => undefined);
      await pulled(1);
      expect(await passUntil(clock, abortReason)).toMatchObject({ code: Code.DeadlineExceeded });
      await first;
    },
  );
});
