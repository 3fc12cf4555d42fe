import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from './pool.ts';
import {
  createScratchDatabase,
  type ScratchDatabase,
  silent,
  thingsTable,
} from './scratch-database.fixture.ts';
import { createTransact } from './transaction.ts';

/** A proxy in front of Postgres that can stop to pass on what the client sends, and go on. */
async function startProxy(target: URL) {
  const clients = new Set<Socket>();
  let stalled = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    clients.add(client);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
    upstream.pipe(client);
    client.pipe(upstream);
    if (stalled) client.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stall() {
      stalled = true;
      for (const client of clients) client.unpipe().pause();
    },
    close() {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run(thingsTable);
});
afterAll(() => scratch.drop());

it('a connection whose ROLLBACK was not answered does not return to the pool', async () => {
  const proxy = await startProxy(new URL(scratch.url));
  const database = createPool({
    url: proxy.url,
    applicationName: 'stalled',
    max: 1,
    // Statements are given up 5 s after this; the transaction much earlier.
    statementTimeoutMs: 200,
    logger: silent,
  });
  const insert = { name: 'insert', text: `insert into things values ($1, $2)` };
  const work = createTransact(database)({ name: 'stall', timeoutMs: 300 }, async (tx) => {
    await tx.query(insert, [1, 'one']);
    proxy.stall();
    await tx.query(insert, [2, 'two']);
  });
  await expect(work).rejects.toThrow('longer than 300 ms');
  expect(database.pool.idleCount).toBe(0);
  proxy.close();
  await database.component.stop();
});
