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
  idsOf,
  networkTransport,
  openTransport,
  startExport,
  untilAborted,
} from '../fixtures/export.fixture.ts';

describe('a server that drains', () => {
  it('a server that drains lets a running stream end', async () => {
    const going = Promise.withResolvers<void>();
    const server = await startExport(async function* () {
      yield entry('1');
      await going.promise;
      yield entry('2');
    });
    const messages = clientOf(networkTransport(server)).exportAuditLogs({})[Symbol.asyncIterator]();
    await messages.next();
    const drained = server.drain?.(new AbortController().signal);
    going.resolve();
    expect(idsOf((await messages.next()).value)).toEqual(['2']);
    expect((await messages.next()).done).toBe(true);
    await drained;
  });

  it('a server that drains ends streams at its deadline as unavailable in every protocol', async () => {
    const watched = endless(untilAborted);
    const server = await startExport(watched.handler);
    const headers = foreignHeaders();
    const running = [
      clientOf(networkTransport(server)).exportAuditLogs({}),
      ...Object.values(foreignTransports(server)).map((transport) =>
        foreignClientOf(transport).exportAuditLogs({}, { headers }),
      ),
    ].map(collect);
    await watched.pulled(running.length);
    await server.drain?.(AbortSignal.abort());
    await server.stop?.();
    for (const { failure } of await Promise.all(running)) {
      const error = ConnectError.from(failure);
      expect(error.code).toBe(Code.Unavailable);
      expect(error.findDetails(FailureSchema)).toMatchObject([{ code: 'unavailable' }]);
    }
    expect(await watched.abortReason).toBeDefined();
  });
});

describe('a client', () => {
  it('a stream from a service that is gone is unavailable', async () => {
    const { handler } = endless(() => entry('x'.repeat(65_536)));
    const server = await startExport(handler);
    const client = clientOf(networkTransport(server));
    const messages = client.exportAuditLogs({})[Symbol.asyncIterator]();
    await messages.next();
    await server.stop?.();
    const drained = (async () => {
      while ((await messages.next()).done !== true);
    })();
    await expect(drained).rejects.toMatchObject({ code: Code.Unavailable });
    const { failure } = await collect(client.exportAuditLogs({}));
    expect(ConnectError.from(failure).code).toBe(Code.Unavailable);
  });

  it('a transport that is closed ends its streams', async () => {
    const { handler, abortReason, pulled } = endless(untilAborted);
    const server = await startExport(handler);
    const transport = openTransport(server);
    const running = collect(clientOf(transport).exportAuditLogs({}));
    await pulled(1);
    await transport.close();
    expect(ConnectError.from((await running).failure).code).toBe(Code.Unavailable);
    expect(await abortReason).toMatchObject({ code: Code.Canceled });
  });
});
