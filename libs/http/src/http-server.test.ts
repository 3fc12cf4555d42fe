import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from './http-server.ts';

const options = {
  service: 'gateway',
  headers: [],
  logger: createLogger({ service: 'gateway', level: 'silent' }),
};

describe('leave', () => {
  it('after leave the server still answers, and closes each connection with its next answer', async () => {
    const server = createHttpServer((_request, response) => void response.end('done'), { port: 0 }, options);
    await server.start?.();
    onTestFinished(() => server.stop?.());
    const ask = () => fetch(`http://127.0.0.1:${server.port()}/`);
    expect((await ask()).headers.get('connection')).toBe('keep-alive');
    server.leave?.();
    for (const answer of [await ask(), await ask()]) {
      expect(answer.headers.get('connection')).toBe('close');
      expect(await answer.text()).toBe('done');
    }
  });
});

describe('draining', () => {
  it('a draining server finishes what runs and takes nothing new', async () => {
    const running = Promise.withResolvers<ServerResponse>();
    const server = createHttpServer((_request, response) => running.resolve(response), { port: 0 }, options);
    await server.start?.();
    onTestFinished(() => server.stop?.());
    const port = server.port();
    const answer = fetch(`http://127.0.0.1:${port}/`);
    const response = await running.promise;
    const drained = server.drain?.(AbortSignal.timeout(20_000));
    const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(refused.code).toBe('ECONNREFUSED');
    response.end('done');
    expect(await (await answer).text()).toBe('done');
    await drained;
  });

  it('a draining server sends an answer that has begun until the deadline, and no longer', async () => {
    const running = Promise.withResolvers<ServerResponse>();
    const server = createHttpServer((_request, response) => running.resolve(response), { port: 0 }, options);
    await server.start?.();
    onTestFinished(() => server.stop?.());
    const answer = fetch(`http://127.0.0.1:${server.port()}/`);
    const response = await running.promise;
    response.write('begun');
    const drained = server.drain?.(AbortSignal.timeout(200));
    response.write(', going on');
    const reader = (await answer).body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^begun/);
    await drained;
    await expect(
      (async () => {
        while ((await reader?.read())?.done === false);
      })(),
    ).rejects.toThrow('terminated');
  });
});

describe('a client that does not read its answer', () => {
  it('a client that has taken nothing of its answer for a while is disconnected', async () => {
    const begun = Promise.withResolvers<ServerResponse>();
    const server = createHttpServer(
      (_request, response) => {
        response.end(Buffer.alloc(32 * 1024 * 1024));
        begun.resolve(response);
      },
      { port: 0, stallMs: 100 },
      options,
    );
    await server.start?.();
    onTestFinished(() => server.stop?.());
    const socket = connect(server.port(), '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const response = await begun.promise;
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
  });

  it('a slow client keeps its connection while it takes some of its answer, and between requests', {
    tags: 'soak',
  }, async () => {
    const server = createHttpServer(
      (_request, response) => response.end(Buffer.alloc(16 * 1024 * 1024)),
      { port: 0, stallMs: 1_500 },
      options,
    );
    await server.start?.();
    onTestFinished(() => server.stop?.());
    const socket = connect(server.port(), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const readAll = async (): Promise<void> => {
      let left = 16 * 1024 * 1024;
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        left -= (chunk as Buffer).byteLength;
        if (left <= 0) return;
        // Pauses that together are longer than `stallMs`.
        await sleep(8);
      }
    };
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await readAll();
    await sleep(2_000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await readAll();
    expect(socket.closed).toBe(false);
  });
});
