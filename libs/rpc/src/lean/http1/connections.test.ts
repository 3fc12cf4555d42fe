import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ClientCall } from '../client-call.ts';
import { createConnect } from './connect.ts';
import type { Exchange } from './connection.ts';
import { Connections } from './connections.ts';

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

/** Connections to a server that answers every request. */
async function setUp(onRequest = (socket: Socket): void => void socket.write(ok)) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', () => onRequest(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = createConnect(baseUrl, {});
  const connections = new Connections({ connect, max: 8, maxAnswerBytes: 1_000 });
  onTestFinished(async () => {
    await connections.close();
    server.close();
  });
  /** The call, and the status of its answer; it fails with whether its connection was stale. */
  const send = () => {
    const call = new ClientCall(undefined, undefined);
    const status = new Promise<number>((resolve, reject) => {
      const head = 'POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n';
      const finish: Exchange['finish'] = (answer) => resolve(answer.status);
      const fail: Exchange['fail'] = (error, isStale) => reject(new Error(error.message, { cause: isStale }));
      connections.send({ head, body: Buffer.alloc(0), call, finish, fail });
    });
    return { call, status };
  };
  /** Leaves one connection that was never used. */
  const open = async (): Promise<void> => {
    const { call, status } = send();
    call.onCancel?.(new ConnectError('nobody waits', Code.Canceled));
    await expect(status).rejects.toThrow('nobody waits');
    // In which both sides, which are in this process, learn of the connection. Not `expect.poll`, which moves a faked clock.
    await sleep(50);
    expect(sockets.length).toBe(1);
  };
  return { send, open, sockets };
}

it('a call that was answered does not disturb the next one on its connection', async () => {
  const { send, sockets } = await setUp();
  const first = send();
  await first.status;
  const second = send();
  first.call.onCancel?.(new ConnectError('too late', Code.Canceled));
  expect(await second.status).toBe(200);
  expect(sockets.length).toBe(1);
});

it.each([
  [4_999, 1],
  [5_001, 2],
])(
  'a connection that was never used, %i ms after it was opened: the next call is on connection %i',
  async (ms, count) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { send, open, sockets } = await setUp();
    await open();
    vi.advanceTimersByTime(ms);
    expect(await send().status).toBe(200);
    expect(sockets.length).toBe(count);
  },
);

it('a connection is stale if the server ends it as its first call is sent, after it was idle', async () => {
  const { send, open, sockets } = await setUp((socket) => void socket.end());
  await open();
  await expect(send().status).rejects.toMatchObject({ cause: true });
  expect(sockets.length).toBe(1);
  await expect(send().status).rejects.toMatchObject({ cause: false });
});
