import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { create, toBinary } from '@bufbuild/protobuf';
import { Code, createClient } from '@connectrpc/connect';
import {
  AuthenticateResponseSchema,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { afterEach, describe, expect, it } from 'vitest';
import { minterOf } from '../fixtures/callers.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { createRpcTransport } from './client.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const body = toBinary(
  AuthenticateResponseSchema,
  create(AuthenticateResponseSchema, { authentications: [{ user: { id: 'ada' } }] }),
);
const answer = Buffer.concat([
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/proto\r\ncontent-length: ${body.byteLength}\r\nkeep-alive: timeout=75\r\n\r\n`,
  ),
  body,
]);

/** A TCP server that answers by hand: `onRequest` gets the socket, the number of the connection and of the request on it. */
async function startRaw(onRequest: (socket: Socket, connection: number, request: number) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const connection = sockets.size;
    let request = 0;
    socket.on('error', () => {});
    socket.on('data', () => onRequest(socket, connection, (request += 1)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
  };
}

function clientOf(baseUrl: string, options: { defaultTimeoutMs?: number; connections?: number } = {}) {
  const transport = createRpcTransport({
    from: 'gateway',
    to: 'identity',
    baseUrl,
    minter: minterOf('gateway'),
    ...options,
  });
  closing.push(() => transport.close());
  return createClient(IdentityService, transport);
}

describe('unary calls over the network', () => {
  it('a service that does not listen is unavailable', async () => {
    const { url } = await startRaw(() => {});
    await closing.pop()?.();
    const error = await failureOf(clientOf(url).authenticate({}));
    expect(error.code).toBe(Code.Unavailable);
    expect(fromConnectError(error, 'identity').code).toBe('unavailable');
  });

  it('a call may have a longer timeout than a timer of Node', async () => {
    const { url } = await startRaw((socket) => void setImmediate(() => socket.write(answer)));
    expect(
      (await clientOf(url).authenticate({}, { timeoutMs: 9_999_999_999 })).authentications[0]?.user?.id,
    ).toBe('ada');
  });

  it('a host that cannot be resolved is unavailable', async () => {
    const error = await failureOf(clientOf('http://identity.invalid:8080').authenticate({}));
    expect(error.code).toBe(Code.Unavailable);
  });

  it('a call without side effects is sent again if the server closes the kept connection', async () => {
    const { url, connections } = await startRaw((socket, connection, request) => {
      if (connection === 1 && request === 2) socket.end();
      else socket.write(answer);
    });
    const client = clientOf(url, { connections: 1 });
    await client.authenticate({});
    expect((await client.authenticate({})).authentications[0]?.user?.id).toBe('ada');
    expect(connections()).toBe(2);
  });

  it('a call without side effects is sent again if the server resets the kept connection', async () => {
    const { url, connections } = await startRaw((socket, connection, request) => {
      if (connection === 1 && request === 2) socket.resetAndDestroy();
      else socket.write(answer);
    });
    const client = clientOf(url, { connections: 1 });
    await client.authenticate({});
    expect((await client.authenticate({})).authentications[0]?.user?.id).toBe('ada');
    expect(connections()).toBe(2);
  });

  it('a call with side effects is never sent again, because it may have been executed', async () => {
    let requests = 0;
    const { url } = await startRaw((socket, _connection, request) => {
      requests += 1;
      if (request === 1) socket.write(answer);
      else socket.resetAndDestroy();
    });
    const client = clientOf(url, { connections: 1 });
    await client.authenticate({});
    expect((await failureOf(client.signOut({}))).code).toBe(Code.Unavailable);
    expect(requests).toBe(2);
  });

  it('a service that closes every connection is unavailable after the second attempt', async () => {
    let requests = 0;
    const { url } = await startRaw((socket) => {
      requests += 1;
      socket.end();
    });
    expect((await failureOf(clientOf(url).authenticate({}))).code).toBe(Code.Unavailable);
    expect(requests).toBe(2);
  });

  it('a call whose answer has begun is not sent again', async () => {
    let requests = 0;
    const { url } = await startRaw((socket) => {
      requests += 1;
      socket.end(answer.subarray(0, answer.byteLength - 1));
    });
    expect((await failureOf(clientOf(url).authenticate({}))).code).toBe(Code.Unavailable);
    expect(requests).toBe(1);
  });

  it('a call that waits for a free connection ends at its deadline', async () => {
    const { url } = await startRaw(() => {});
    const client = clientOf(url, { connections: 1, defaultTimeoutMs: 50 });
    const errors = await Promise.all([
      failureOf(client.authenticate({})),
      failureOf(client.authenticate({})),
    ]);
    expect(errors.map(({ code }) => code)).toEqual([Code.DeadlineExceeded, Code.DeadlineExceeded]);
  });

  it.each([
    ['text', 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nhi', Code.Unknown],
    [
      'a proxy that cannot reach it',
      'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n',
      Code.Unavailable,
    ],
    [
      'JSON that is no error',
      'HTTP/1.1 403 No\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]',
      Code.PermissionDenied,
    ],
    [
      'an encoding it did not ask for',
      'HTTP/1.1 200 OK\r\ncontent-type: application/proto\r\ncontent-encoding: gzip\r\ncontent-length: 0\r\n\r\n',
      Code.Internal,
    ],
    [
      'bytes that are no message',
      'HTTP/1.1 200 OK\r\ncontent-type: application/proto\r\ncontent-length: 2\r\n\r\n\u0007\u0007',
      Code.Internal,
    ],
  ])('an answer of something else than our server is an error: %s', async (_what, text, code) => {
    const { url } = await startRaw((socket) => void socket.write(text));
    expect((await failureOf(clientOf(url).authenticate({}))).code).toBe(code);
  });
});
