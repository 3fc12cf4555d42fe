import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from './server.ts';

const options = { headers: [], logger: createLogger({ service: 'gateway', level: 'silent' }) };

describe('draining', () => {
  it('finishes what runs and takes nothing new', async () => {
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

  it('lets an answer that is being sent go on until its deadline, and no longer', async () => {
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

  it('waits no longer than until the deadline for what does not end', async () => {
    const running = Promise.withResolvers<void>();
    const server = createHttpServer(() => running.resolve(), { port: 0 }, options);
    await server.start?.();
    const answer = fetch(`http://127.0.0.1:${server.port()}/`);
    await running.promise;
    await server.drain?.(AbortSignal.timeout(20));
    await server.stop?.();
    await expect(answer).rejects.toThrow('fetch failed');
  });
});
