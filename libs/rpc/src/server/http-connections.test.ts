import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  AuthenticateRequestSchema,
  AuthenticateResponseSchema,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { describe, expect, it } from 'vitest';
import { headersFor } from '../fixtures/callers.fixture.ts';
import { http1Request, openRaw, type RawConnection } from '../fixtures/raw-connection.fixture.ts';
import { platform } from '../fixtures/servers.fixture.ts';

const path = '/patchbay.identity.v1.IdentityService/Authenticate';
const { authenticate } = IdentityService.method;

interface Sent {
  readonly sessionTokens?: string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a unary call, with a valid token by default. */
function callBytes({ sessionTokens = [], headers = {} }: Sent = {}): Buffer {
  const body = toBinary(AuthenticateRequestSchema, create(AuthenticateRequestSchema, { sessionTokens }));
  const all = {
    host: 'identity',
    'content-type': 'application/proto',
    'content-length': String(body.length),
    ...headersFor('gateway', 'identity', authenticate),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}

interface Received {
  readonly status: number;
  readonly closes: boolean;
  readonly body: Buffer;
}

/** The answers that have arrived as a whole. */
function answersIn(all: Buffer): Received[] {
  const found: Received[] = [];
  for (let from = 0; from < all.length; ) {
    const end = all.indexOf('\r\n\r\n', from);
    if (end === -1) break;
    const head = all.toString('latin1', from, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    const body = all.subarray(end + 4, end + 4 + length);
    if (body.length < length) break;
    found.push({ status: Number(head.slice(9, 12)), closes: /^connection: close/im.test(head), body });
    from = end + 4 + length;
  }
  return found;
}

async function answers({ received }: RawConnection, count: number): Promise<Received[]> {
  await expect.poll(() => answersIn(received()).length).toBeGreaterThanOrEqual(count);
  return answersIn(received());
}

const userOf = ({ body }: Received): string | undefined =>
  fromBinary(AuthenticateResponseSchema, body).authentications[0]?.user?.id;

describe('unary calls of one connection', () => {
  it('calls of one connection are served one after another, however their bytes arrive', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    const long = 'x'.repeat(300_000);
    const bytes = callBytes({ sessionTokens: [long] });
    for (const [index, at] of [10, 400, bytes.length - 3].entries()) {
      connection.socket.write(bytes.subarray(0, at));
      await connection.serverHasRead(index * bytes.length + at);
      connection.socket.write(bytes.subarray(at));
      await answers(connection, index + 1);
    }
    const received = await answers(connection, 3);
    expect(received.map(userOf)).toEqual([long, long, long]);
    expect(received.every(({ status, closes }) => status === 200 && !closes)).toBe(true);
  });

  it('a client that sends 100 calls without waiting for the answers is disconnected', async () => {
    const { identity, seen } = await platform();
    const { socket, closed } = openRaw(identity);
    socket.write(Buffer.concat(Array<Buffer>(100).fill(callBytes({ sessionTokens: ['never answered'] }))));
    expect(await closed).toBe('closed');
    expect(seen.identity.length).toBeLessThan(10);
  });

  it('a request with two lengths is refused without reaching a handler', async () => {
    const { identity, seen } = await platform();
    const { socket, received, closed } = openRaw(identity);
    socket.write(callBytes({ headers: { 'transfer-encoding': 'chunked' } }));
    await closed;
    expect(received().toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen.identity).toEqual([]);
  });

  it('a client that closes its side cancels its call', async () => {
    const { identity, seen } = await platform();
    const { socket, closed } = openRaw(identity);
    socket.write(callBytes({ sessionTokens: ['never answered'] }));
    await expect.poll(() => seen.identity).toHaveLength(1);
    socket.end();
    expect(await closed).toBe('closed');
  });
});

describe('time limits of a connection', () => {
  const quick = { headersMs: 200, requestMs: 300, idleMs: 700, checkMs: 20 };

  it.each([
    ['sends nothing', ''],
    ['does not finish its headers', 'POST / HTTP/1.1\r\nhost: x\r\n'],
    ['does not finish its body', http1Request.subarray(0, -1)],
    ['does not send HTTP', '\u0016\u0003\u0001\u0000'],
  ])('a client that %s is disconnected', async (_what, bytes) => {
    const { identity } = await platform({ connectionLimits: quick });
    const { socket, closed } = openRaw(identity);
    if (bytes.length > 0) socket.write(bytes);
    expect(await closed).toBe('closed');
  });

  it('a client whose bytes arrive one by one is disconnected in time', async () => {
    const { identity } = await platform({ connectionLimits: quick });
    const { socket, closed } = openRaw(identity);
    const dripping = setInterval(() => socket.write('P'), 50);
    expect(await closed).toBe('closed');
    clearInterval(dripping);
  });

  it('an idle connection is kept longer than a request may take, and closed then', {
    tags: 'soak',
  }, async () => {
    const { identity } = await platform({ connectionLimits: { ...quick, idleMs: 3_000 } });
    const connection = openRaw(identity);
    connection.socket.write(callBytes());
    await answers(connection, 1);
    await sleep(450);
    expect(connection.socket.destroyed).toBe(false);
    expect(await connection.closed).toBe('closed');
  });
});

describe('a server that is about to stop', () => {
  it('a server that leaves answers the next request of a kept connection and closes it', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    connection.socket.write(callBytes());
    await once(connection.socket, 'data');
    identity.leave?.();
    connection.socket.write(callBytes());
    expect(await connection.closed).toBe('closed');
    expect(answersIn(connection.received())).toMatchObject([
      { status: 200, closes: false },
      { status: 200, closes: true },
    ]);
  });

  it('a server that drains closes idle connections at once, and others with the answer to their call', {
    tags: 'soak',
  }, async () => {
    const { identity, seen } = await platform({ maxTimeoutMs: 5_000 });
    const idle = openRaw(identity);
    idle.socket.write(callBytes());
    await answers(idle, 1);
    const running = openRaw(identity);
    running.socket.write(callBytes({ sessionTokens: ['never answered'] }));
    await expect.poll(() => seen.identity).toHaveLength(2);
    const drained = identity.drain?.(AbortSignal.timeout(60_000));
    await idle.closed;
    const [answer] = await answers(running, 1);
    expect(answer).toMatchObject({ status: 504, closes: true });
    await running.closed;
    await drained;
  });
});
