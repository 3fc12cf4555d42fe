import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ClientCall } from '../client-call.ts';
import { createConnect } from './connect.ts';
import type { Exchange } from './connection.ts';
import { Connections } from './connections.ts';

/** Connections to a server that answers every request. */
async function setUp() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', () => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = createConnect(baseUrl, {});
  const connections = new Connections({ connect, max: 8, maxAnswerBytes: 1_000 });
  onTestFinished(async () => {
    await connections.close();
    server.close();
  });
  /** The call, and the status of its answer. */
  const send = () => {
    const call = new ClientCall(undefined, undefined);
    const status = new Promise<number>((resolve, reject) => {
      const head = 'POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n';
      const finish: Exchange['finish'] = (answer) => resolve(answer.status);
      connections.send({ head, body: Buffer.alloc(0), call, finish, fail: reject });
    });
    return { call, status };
  };
  return { send, sockets };
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
    const { send, sockets } = await setUp();
    const { call, status } = send();
    call.onCancel?.(new ConnectError('nobody waits', Code.Canceled));
    await expect(status).rejects.toThrow('nobody waits');
    // In which both sides, which are in this process, learn of the connection. Not `expect.poll`, which moves a faked clock.
    await sleep(50);
    expect(sockets.length).toBe(1);
    vi.advanceTimersByTime(ms);
    expect(await send().status).toBe(200);
    expect(sockets.length).toBe(count);
  },
);
