import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@patchbay/telemetry/logger';
import { Kafka, logLevel } from 'kafkajs';
import { describe, expect, it, vi } from 'vitest';
import { createLag } from './lag.ts';
import { patchRequestQueue } from './request-queue-patch.ts';
import { createSocket } from './sockets.ts';

patchRequestQueue();

const logger = createLogger({ service: 'test', level: 'silent' });

/** Accepts connections and never answers or ends one, as a process that was stopped. */
async function silentBroker() {
  const accepted: Socket[] = [];
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    accepted.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop() {
      for (const socket of accepted) socket.destroy();
      server.close();
    },
  };
}

describe('a broker that accepts connections and stays silent', () => {
  it('does not make the request for the lag keep sockets open', async () => {
    const broker = await silentBroker();
    const opened: Socket[] = [];
    const listener = (message: unknown): void => void opened.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', listener);
    const kafka = new Kafka({
      brokers: [`127.0.0.1:${broker.port}`],
      socketFactory: createSocket,
      connectionTimeout: 150,
      requestTimeout: 150,
      retry: { retries: 2, initialRetryTime: 20, maxRetryTime: 50 },
      logLevel: logLevel.NOTHING,
    });
    const lag = createLag({ kafka, group: 'g', topics: ['t'], logger, pollMs: 10, answerMs: 50 });
    try {
      lag.start();
      await sleep(1_000);
      await lag.stop();
      await vi.waitFor(() => expect(opened.filter((socket) => !socket.destroyed)).toHaveLength(0), {
        timeout: 3_000,
      });
      expect(opened.length).toBeGreaterThan(3);
    } finally {
      await lag.stop();
      unsubscribe('net.client.socket', listener);
      broker.stop();
    }
  });
});
