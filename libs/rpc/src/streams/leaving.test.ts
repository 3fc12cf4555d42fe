import { Code } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  endless,
  entry,
  foreignClientOf,
  foreignHeaders,
  foreignTransports,
  ownTransportNames,
  ownTransports,
  readOne,
  startExport,
  untilAborted,
} from '../fixtures/export.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { log } from '../fixtures/servers.fixture.ts';

const kilobytes = entry('x'.repeat(65_536));
const gone = { code: Code.Canceled };

describe.each(ownTransportNames)('a reader of a stream %s that leaves', (way) => {
  it('a reader that ends its iteration ends the handler', async () => {
    const { handler, abortReason } = endless(() => entry('1'));
    const client = clientOf(await ownTransports[way](handler));
    log.lines.length = 0;
    await readOne(client.exportAuditLogs({}));
    expect(await abortReason).toMatchObject(gone);
    expect(log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  it.each([
    ['while the handler works', () => endless(untilAborted), false],
    ['between two messages', () => endless(() => entry('1')), true],
    ['while the handler waits for it to read', () => endless(() => kilobytes), true],
  ])('a reader that aborts its signal ends the handler %s', async (_when, create, reads) => {
    const watched = create();
    const { abortReason } = watched;
    const client = clientOf(await ownTransports[way](watched.handler));
    const controller = new AbortController();
    const messages = client.exportAuditLogs({}, { signal: controller.signal })[Symbol.asyncIterator]();
    if (reads) await messages.next();
    const last = reads ? undefined : failureOf(messages.next());
    await watched.pulled(1);
    controller.abort();
    expect(await abortReason).toMatchObject(gone);
    expect(await (last ?? failureOf(messages.next()))).toMatchObject(gone);
  });

  it('a reader whose signal is aborted already opens no stream', async () => {
    const watched = endless(() => entry('1'));
    const client = clientOf(await ownTransports[way](watched.handler));
    const messages = client.exportAuditLogs({}, { signal: AbortSignal.abort() })[Symbol.asyncIterator]();
    await expect(messages.next()).rejects.toMatchObject(gone);
    expect(watched.pulls).toBe(0);
  });
});

it.each(['Connect over HTTP/1.1', 'Connect over HTTP/2', 'gRPC'])(
  'a stock client that leaves ends the handler: %s',
  async (protocol) => {
    const { handler, abortReason } = endless(() => kilobytes);
    const transport = foreignTransports(await startExport(handler))[protocol];
    if (transport === undefined) throw new Error(`no ${protocol}`);
    const controller = new AbortController();
    const options = { headers: foreignHeaders(), signal: controller.signal };
    await foreignClientOf(transport).exportAuditLogs({}, options)[Symbol.asyncIterator]().next();
    controller.abort();
    expect(await abortReason).toMatchObject(gone);
  },
);
