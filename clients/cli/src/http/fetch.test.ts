import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Patchbay } from '@patchbay/client';
import { expect, it, onTestFinished } from 'vitest';
import { linesOf } from '../failure.ts';
import type { Io } from '../terminal/io.ts';
import { createFetch } from './fetch.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address of a port that nothing listens on. */
async function closedHost(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function createIo() {
  const written: string[] = [];
  const stderr = { isTTY: false, write: (text: string) => written.push(text) };
  return { io: { stderr, env: {} } as unknown as Io, shown: () => written.join('') };
}

it('debugging shows requests, answers, repetitions and limits, and no secret', async () => {
  let count = 0;
  const host = await serve((_request, response) => {
    count += 1;
    response.setHeader('x-request-id', `request-${count}`);
    response.setHeader('ratelimit', '"requestPerCaller";r=7;t=60');
    response.setHeader('set-cookie', 'patchbay_session=s3cr3t');
    response.statusCode = count === 1 ? 503 : 200;
    response.end('{"token":"s3cr3t"}');
  });
  const { io, shown } = createIo();
  const client = new Patchbay({ baseUrl: host, token: 's3cr3t', fetch: createFetch(io, host, true) });
  await client.getConnectPage({ token: 's3cr3t' });
  const lines = shown()
    .replaceAll(host, '')
    .replaceAll(/\d+ ms/g, '1 ms')
    .trim()
    .split('\n');
  expect(lines).toEqual([
    '> GET /v1/connect/{token}',
    '< 503 in 1 ms, request id request-1, requestPerCaller 7 left',
    '> GET /v1/connect/{token}, attempt 2',
    '< 200 in 1 ms, request id request-2, requestPerCaller 7 left',
  ]);
});

it('an error names the host that could not be reached, and why', async () => {
  const { io } = createIo();
  const host = await closedHost();
  const client = new Patchbay({ baseUrl: host, retries: 0, fetch: createFetch(io, host, false) });
  const lines = await client.getMe().catch(linesOf);
  expect(lines).toEqual([
    `${host} cannot be reached: nothing listens there.`,
    'Check the address (--host) and your network, or run `patchbay doctor`.',
  ]);
});
