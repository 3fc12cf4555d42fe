import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Code } from '@connectrpc/connect';
import { afterEach, describe, expect, it } from 'vitest';
import { ClientCall } from '../client-call.ts';
import { createHttp1Send, type Http1SendOptions } from './send.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const failed = (code: Code) => ({ status: 'rejected', reason: { code } });
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A server that passes what arrives on to `onRequest`, with the number of the connection. */
async function start(onRequest: (socket: Socket, text: string, connection: number) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket
      .on('error', () => {})
      .on('data', (bytes) => onRequest(socket, bytes.toString('latin1'), connection));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

function sender(baseUrl: string, options: Partial<Http1SendOptions> = {}) {
  const { send, close } = createHttp1Send({ baseUrl, connections: 8, maxAnswerBytes: 1_000, ...options });
  closing.push(close);
  const call = (timeoutMs?: number, headers: string[] = []) =>
    send('/a.B/C', headers, Buffer.from('body'), new ClientCall(timeoutMs, undefined, true));
  return { call, close };
}

describe('requests over kept connections', () => {
  it('say what is to be said, in one piece', async () => {
    const seen: string[] = [];
    const { url } = await start((socket, text) => {
      seen.push(text);
      socket.write(ok);
    });
    const answer = await sender(url).call(undefined, ['x-a', 'b', 'x-c', 'd']);
    expect(Buffer.from(answer.body).toString()).toBe('ok');
    expect(seen).toEqual([
      `POST /a.B/C HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-length: 4\r\nx-a: b\r\nx-c: d\r\n\r\nbody`,
    ]);
  });

  it('have no header that would become two', async () => {
    const { url, sockets } = await start((socket) => void socket.write(ok));
    await expect(sender(url).call(undefined, ['x-a', 'b\r\nx-c: d'])).rejects.toMatchObject({
      code: Code.Internal,
    });
    expect(sockets).toEqual([]);
  });

  it('share a connection one after the other, and have their own at the same time', async () => {
    const { url, sockets } = await start((socket) => void setTimeout(() => socket.write(ok), 20));
    const { call } = sender(url);
    await call();
    await call();
    expect(sockets.length).toBe(1);
    await Promise.all([call(), call(), call()]);
    expect(sockets.length).toBe(3);
  });

  it('wait in their order where all connections are taken', async () => {
    const order: number[] = [];
    const { url, sockets } = await start((socket) => void setTimeout(() => socket.write(ok), 5));
    const { call } = sender(url, { connections: 2 });
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await call();
        order.push(index);
      }),
    );
    expect(sockets.length).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('that wait each fail if no connection can be opened', async () => {
    const { url } = await start(() => {});
    await closing.pop()?.();
    const { call } = sender(url, { connections: 1 });
    const outcomes = await Promise.allSettled([call(), call(), call()]);
    expect(outcomes).toMatchObject(Array.from({ length: 3 }, () => failed(Code.Unavailable)));
  });

  it('get a new connection where the server closes the one before, says that it will, or is about to', async () => {
    for (const header of ['connection: close', 'keep-alive: timeout=1']) {
      const { url, sockets } = await start(
        (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${header}\r\ncontent-length: 0\r\n\r\n`),
      );
      const { call } = sender(url);
      await call();
      await call();
      expect(sockets.length).toBe(2);
    }
    const { url, sockets } = await start((socket) => void socket.end(ok));
    const { call } = sender(url);
    await call();
    await sleep(20);
    await call();
    expect(sockets.length).toBe(2);
  });

  it('fail if their answer ends with the connection and not before, and leave that connection', async () => {
    for (const answer of [
      'HTTP/1.1 200 OK\r\n\r\nok',
      'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n',
      'HTTP/1.1 200 OK\r\n',
    ]) {
      const { url, sockets } = await start(
        (socket, _text, connection) => void (connection === 1 ? socket.end(answer) : socket.write(ok)),
      );
      const { call } = sender(url);
      await expect(call()).rejects.toMatchObject({ code: Code.Unavailable });
      expect(Buffer.from((await call()).body).toString()).toBe('ok');
      expect(sockets.length).toBe(2);
    }
  });

  it('fail at once if the server ends the connection without reading them', async () => {
    const { url, sockets } = await start((socket) => {
      socket.pause();
      setTimeout(() => socket.end(), 20);
    });
    const { send, close } = createHttp1Send({ baseUrl: url, connections: 1, maxAnswerBytes: 1_000 });
    closing.push(close);
    const sent = send('/a.B/C', [], Buffer.alloc(50_000_000), new ClientCall(undefined, undefined));
    await expect(sent).rejects.toMatchObject({ code: Code.Unavailable });
    expect(sockets.length).toBe(1);
  });

  it('never get bytes that came unasked', async () => {
    const { url, sockets } = await start((socket, _text, connection) => {
      socket.write(ok);
      if (connection === 1) setTimeout(() => socket.write(ok.replace('ok', 'no')), 5);
    });
    const { call } = sender(url);
    await call();
    await sleep(50);
    expect(Buffer.from((await call()).body).toString()).toBe('ok');
    expect(sockets.length).toBe(2);
  });

  it('leave the queue at their deadline, and close the connection on which they are', async () => {
    const { url, sockets } = await start((socket, _text, connection) => {
      if (connection > 1) socket.write(ok);
    });
    const { call } = sender(url, { connections: 1 });
    const outcomes = await Promise.allSettled([call(60), call(20)]);
    expect(outcomes).toMatchObject(Array.from({ length: 2 }, () => failed(Code.DeadlineExceeded)));
    expect(Buffer.from((await call()).body).toString()).toBe('ok');
    expect(sockets.length).toBe(2);
  });

  it('that were taken are answered before `close` ends', async () => {
    const { url } = await start((socket) => void setTimeout(() => socket.write(ok), 20));
    const { call, close } = sender(url, { connections: 1 });
    const calls = [call(), call()];
    await close();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    await expect(call()).rejects.toMatchObject({ code: Code.Unavailable });
  });

  it('do not keep a process alive once they were answered', async () => {
    const { url, sockets } = await start((socket) => void socket.write(ok));
    await sender(url).call();
    expect(sockets.length).toBe(1);
    const handles = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
    // The server's end of it remains.
    expect(handles.length).toBe(1);
  });
});
