import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '@patchbay/telemetry/logger';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLag } from '../lag.ts';
import { patchRequestQueue } from './request-queue.ts';
import { createSocket } from './socket-close.ts';

patchRequestQueue();

const logger = createLogger({ service: 'test', level: 'silent' });

/** Accepts connections and never answers or ends one, as a process that was stopped. Resolves with its port. */
async function startSilentBroker(): Promise<number> {
  const accepted: Socket[] = [];
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    accepted.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('a broker that accepts connections and never answers', () => {
  it('a socket of kafkajs stays open after its end if the broker never answers: else the patch is no longer needed', async () => {
    const port = await startSilentBroker();
    const create = (
      createRequire(import.meta.url)('kafkajs/src/network/socketFactory') as () => ISocketFactory
    )();
    const connected = Promise.withResolvers<void>();
    const socket = create({ host: '127.0.0.1', port, ssl: null as never, onConnect: connected.resolve });
    onTestFinished(() => void socket.destroy());
    await connected.promise;
    socket.end();
    await once(socket, 'finish');
    await turn();
    expect(socket.destroyed).toBe(false);
  });

  it('the patched client leaves no socket open after a broker never answered its requests for the lag', async () => {
    const port = await startSilentBroker();
    const opened: Socket[] = [];
    const listener = (message: unknown): void => void opened.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', listener);
    const kafka = new Kafka({
      brokers: [`127.0.0.1:${port}`],
      socketFactory: createSocket,
      connectionTimeout: 150,
      requestTimeout: 150,
      retry: { retries: 2, initialRetryTime: 20, maxRetryTime: 50 },
      logLevel: logLevel.NOTHING,
    });
    const lag = createLag({ kafka, group: 'g', topics: ['t'], logger, pollMs: 10, answerMs: 50 });
    try {
      lag.start();
      await expect.poll(() => opened.length).toBeGreaterThan(3);
      await lag.stop();
      await expect.poll(() => opened.filter((socket) => !socket.destroyed).length).toBe(0);
    } finally {
      await lag.stop();
      unsubscribe('net.client.socket', listener);
    }
  });
});
