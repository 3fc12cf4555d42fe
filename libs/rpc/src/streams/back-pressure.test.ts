import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  entry,
  foreignClientOf,
  foreignHeaders,
  foreignTransports,
  type Handler,
  idsOf,
  ownTransportNames,
  ownTransports,
  startExport,
} from '../fixtures/export.fixture.ts';

const messageBytes = 65_536;
/** Messages, 200 MB in all. */
const total = 3_200;
/** Messages that may be in buffers of both processes and of the operating system: 32 MB, more than needed. */
const onTheWay = 512;
const text = 'x'.repeat(messageBytes);

function counted(): { handler: Handler; pulled: () => number } {
  let pulls = 0;
  return {
    pulled: () => pulls,
    async *handler() {
      while (pulls < total) {
        pulls += 1;
        yield entry(text);
      }
    },
  };
}

/** Waits until no message has been pulled for 150 ms. */
async function settled(pulled: () => number): Promise<number> {
  let before = -1;
  while (before !== pulled()) {
    before = pulled();
    await sleep(150);
  }
  return before;
}

describe.each(ownTransportNames)('200 MB to a reader %s', (way) => {
  it('a handler produces messages no faster than its reader takes them', async () => {
    const { handler, pulled } = counted();
    const client = clientOf(await ownTransports[way](handler));
    const messages = client.exportAuditLogs({})[Symbol.asyncIterator]();
    await messages.next();
    expect(await settled(pulled)).toBeLessThan(onTheWay);
    let read = 1;
    for (; read < total / 8; read += 1) {
      const { value } = await messages.next();
      if (idsOf(value)[0]?.length !== messageBytes) throw new Error('a message is not whole');
      if (pulled() - read > onTheWay) throw new Error(`${pulled()} were made while ${read} were read`);
    }
    expect((await settled(pulled)) - read).toBeLessThan(onTheWay);
    await messages.return?.();
    expect(pulled()).toBeLessThan(total);
  });
});

it.each(['Connect over HTTP/2', 'gRPC'])(
  'a handler stops producing messages if its reader stops reading: %s',
  async (protocol) => {
    const { handler, pulled } = counted();
    const transport = foreignTransports(await startExport(handler))[protocol];
    if (transport === undefined) throw new Error(`no ${protocol}`);
    const messages = foreignClientOf(transport).exportAuditLogs({}, { headers: foreignHeaders() });
    await messages[Symbol.asyncIterator]().next();
    expect(await settled(pulled)).toBeLessThan(onTheWay);
  },
);
