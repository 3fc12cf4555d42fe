import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
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

const pauseMs = 50;
const steadyIds = Array.from({ length: 120 }, (_, index) => String(index));
/** Lasts 120 times as long as any of its pauses. */
const steady: Handler = async function* () {
  for (const id of steadyIds) {
    await sleep(pauseMs);
    yield entry(id);
  }
};

describe.each(ownTransportNames)('the timeout of a stream %s', (way) => {
  it('the timeout of a stream limits the time until the next message, not the whole stream', async () => {
    const client = clientOf(await ownTransports[way](steady));
    const collected = await collect(client.exportAuditLogs({}, { timeoutMs: pauseMs * 100 }));
    expect(collected).toMatchObject({ ids: steadyIds, failure: undefined });
  });

  it.each([
    ['the first message', 0],
    ['a later one', 2],
  ])('a stream whose service is silent before %s ends on both sides', async (_which, messages) => {
    let sent = 0;
    const { handler, abortReason } = endless((context) =>
      sent++ < messages ? entry('1') : untilAborted(context),
    );
    const client = clientOf(await ownTransports[way](handler));
    const { ids, failure } = await collect(client.exportAuditLogs({}, { timeoutMs: 3_000 }));
    expect(ids).toHaveLength(messages);
    expect(ConnectError.from(failure).code).toBe(Code.DeadlineExceeded);
    // Over a network the server only sees a closed connection, not the reason.
    const code = way === 'in process' ? Code.DeadlineExceeded : Code.Canceled;
    expect(await abortReason).toMatchObject({ code });
  });

  it('the timeout of a stream does not run while its reader processes a message', async () => {
    const client = clientOf(
      await ownTransports[way](async function* () {
        yield* [entry('1'), entry('2')];
      }),
    );
    const read: string[] = [];
    for await (const message of client.exportAuditLogs({}, { timeoutMs: 3_000 })) {
      read.push(...idsOf(message));
      await sleep(3_200);
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
    await sleep(100);
    expect(began).toBe(false);
    await first.return?.();
    expect(idsOf((await message).value)).toEqual(['1']);
    await second.return?.();
  });
});

describe('a server', () => {
  it('a server ends a stream whose handler is silent for too long as a timeout', async () => {
    const { handler, abortReason } = endless(untilAborted);
    const server = await startExport(handler, { streamLimits: { messageMs: 200 } });
    const own = await collect(clientOf(networkTransport(server)).exportAuditLogs({}));
    const error = ConnectError.from(own.failure);
    expect(error.code).toBe(Code.DeadlineExceeded);
    expect(error.findDetails(FailureSchema)).toMatchObject([{ code: 'timeout' }]);
    expect(await abortReason).toMatchObject({ code: Code.DeadlineExceeded });
    for (const [protocol, transport] of Object.entries(foreignTransports(server))) {
      const messages = foreignClientOf(transport).exportAuditLogs({}, { headers: foreignHeaders() });
      const { failure } = await collect(messages);
      expect({ protocol, code: ConnectError.from(failure).code }).toEqual({
        protocol,
        code: Code.DeadlineExceeded,
      });
    }
  });

  it('a server ends a silent stream in time even if its handler ignores the signal', async () => {
    const server = await startExport(
      async function* () {
        yield entry('1');
        await new Promise(() => {});
      },
      { streamLimits: { messageMs: 200 } },
    );
    const { ids, failure } = await collect(clientOf(networkTransport(server)).exportAuditLogs({}));
    expect(ids).toEqual(['1']);
    expect(ConnectError.from(failure).code).toBe(Code.DeadlineExceeded);
  });

  it.each(['Connect over HTTP/1.1', 'Connect over HTTP/2', 'gRPC'])(
    'a server ends a stream whose reader takes nothing for too long: %s',
    async (protocol) => {
      const kilobytes = 'x'.repeat(65_536);
      const { handler, abortReason } = endless(() => entry(kilobytes));
      const server = await startExport(handler, { streamLimits: { messageMs: 2_000, readerMs: 200 } });
      const transport = foreignTransports(server)[protocol];
      if (transport === undefined) throw new Error(`no ${protocol}`);
      const messages = foreignClientOf(transport).exportAuditLogs({}, { headers: foreignHeaders() });
      // On a slow machine the limit ends the stream while the first message is still on its way.
      await messages[Symbol.asyncIterator]()
        .next()
        .catch(() => undefined);
      expect(await abortReason).toMatchObject({ code: Code.DeadlineExceeded });
    },
  );
});
