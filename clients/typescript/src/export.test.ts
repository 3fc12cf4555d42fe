import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { ConnectionFailed } from './errors.ts';
import { drop, startLoopback } from './loopback.fixture.ts';
import { Patchbay } from './patchbay.ts';

const acme = { orgSlug: 'acme' };
const lineOf = (sequence: number): string => `{"name":"Ünal 😀","sequence":${sequence}}\n`;
const clientOf = ({ url }: { readonly url: string }) => new Patchbay({ baseUrl: url });

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of source) all.push(each);
  return all;
}

it('an export yields entries and lines, wherever the chunks are cut', async () => {
  const bytes = Buffer.from(lineOf(1) + lineOf(2) + lineOf(3));
  await using server = await startLoopback(async (response) => {
    // Each chunk begins and ends inside of a line, some inside of a character.
    for (let at = 0; at < bytes.length; at += 11) {
      response.write(bytes.subarray(at, at + 11));
      await new Promise(setImmediate);
    }
    response.end();
  });
  const exported = clientOf(server).exportAuditLogs({ ...acme, action: 'user.updated' });
  expect(await collect(exported)).toEqual([1, 2, 3].map((sequence) => ({ name: 'Ünal 😀', sequence })));
  expect(await collect(exported.lines())).toEqual([1, 2, 3].map((sequence) => lineOf(sequence).trimEnd()));
  expect(server.requests[0]?.url).toBe('/v1/organizations/acme/audit-logs/export?action=user.updated');
});

it('an export yields entries before its end comes, and ends the request when the consumer stops', async () => {
  let response: ServerResponse | undefined;
  await using server = await startLoopback((opened) => {
    response = opened;
    opened.write(lineOf(1) + lineOf(2));
  });
  for await (const { sequence } of clientOf(server).exportAuditLogs(acme)) {
    expect(sequence).toBe(1);
    break;
  }
  if (response?.closed === false) await once(response, 'close');
  expect(response?.closed).toBe(true);
});

it('an export that is aborted rejects with the reason', async () => {
  await using server = await startLoopback((response) => response.write(lineOf(1)));
  const abort = new AbortController();
  const lines = clientOf(server).exportAuditLogs(acme, { signal: abort.signal }).lines();
  await lines.next();
  const next = lines.next();
  const reason = new Error('enough');
  abort.abort(reason);
  await expect(next).rejects.toBe(reason);
});

it.each([
  ['breaks off', (response: ServerResponse) => response.write(lineOf(1), () => response.destroy())],
  ['ends in the middle of a line', (response: ServerResponse) => response.end(`${lineOf(1)}{"na`)],
])('an export that %s is never taken for whole', async (_how, answer) => {
  await using server = await startLoopback(answer);
  const lines = clientOf(server).exportAuditLogs(acme).lines();
  expect(await lines.next()).toEqual({ done: false, value: lineOf(1).trimEnd() });
  await expect(lines.next()).rejects.toThrow(ConnectionFailed);
  expect(server.requests).toHaveLength(1);
});

it('the request for an export is sent again until it is answered', async () => {
  await using server = await startLoopback(drop, (response) => response.end(lineOf(1)));
  expect(await collect(clientOf(server).exportAuditLogs(acme))).toHaveLength(1);
});
