import { setTimeout as sleep } from 'node:timers/promises';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  AuthenticateRequestSchema,
  AuthenticateResponseSchema,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { describe, expect, it, vi } from 'vitest';
import { headersFor } from '../../callers.fixture.ts';
import { openRaw, type RawConnection } from '../../port/raw-connection.fixture.ts';
import { platform } from '../../servers.fixture.ts';

const path = '/patchbay.identity.v1.IdentityService/Authenticate';
const { authenticate } = IdentityService.method;
const unauthorized = { authorization: 'Bearer no' };

interface Sent {
  readonly sessionTokens?: string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a plain call, with a valid token by default. */
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

const jsonBytes = (sessionToken: string): Buffer => {
  const body = JSON.stringify({ sessionTokens: [sessionToken] });
  const { authorization } = headersFor('gateway', 'identity', authenticate);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: identity\r\ncontent-type: application/json\r\nauthorization: ${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
};

const healthCheck = Buffer.from(
  'POST /grpc.health.v1.Health/Check HTTP/1.1\r\nhost: identity\r\ncontent-type: application/proto\r\ncontent-length: 0\r\n\r\n',
);

interface Received {
  readonly status: number;
  /** Whether Node's server answered: it writes the names of headers differently. */
  readonly byNode: boolean;
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
    found.push({
      status: Number(head.slice(9, 12)),
      byNode: head.includes('\r\nConnection:'),
      closes: /^connection: close/im.test(head),
      body,
    });
    from = end + 4 + length;
  }
  return found;
}

async function answers({ received }: RawConnection, count: number): Promise<Received[]> {
  await vi.waitFor(() => expect(answersIn(received()).length).toBeGreaterThanOrEqual(count), 5_000);
  return answersIn(received());
}

const userOf = ({ body }: Received): string | undefined =>
  fromBinary(AuthenticateResponseSchema, body).authentications[0]?.user?.id;

describe('plain calls of a connection', () => {
  it('are served one after another, however they arrive', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    const bytes = callBytes({ sessionTokens: ['a'.repeat(20)] });
    for (const byte of bytes) {
      connection.socket.write(Buffer.of(byte));
      await sleep(0);
    }
    await answers(connection, 1);
    for (const at of [10, bytes.length - 3]) {
      connection.socket.write(bytes.subarray(0, at));
      await sleep(10);
      connection.socket.write(bytes.subarray(at));
    }
    const received = await answers(connection, 3);
    expect(received.map(userOf)).toEqual(Array(3).fill('a'.repeat(20)));
    expect(received.every(({ status, byNode, closes }) => status === 200 && !byNode && !closes)).toBe(true);
  });

  it('are served in their order where they are sent at once, and without filling the memory', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    const names = Array.from({ length: 300 }, (_, index) => `user ${index}`);
    connection.socket.write(Buffer.concat(names.map((name) => callBytes({ sessionTokens: [name] }))));
    expect((await answers(connection, names.length)).map(userOf)).toEqual(names);
  });

  it('have bodies of many pieces', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    const long = 'x'.repeat(300_000);
    connection.socket.write(Buffer.concat([callBytes({ sessionTokens: [long] }), callBytes()]));
    const [first] = await answers(connection, 2);
    expect(first && userOf(first)).toBe(long);
  });

  it('and health checks share it', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    connection.socket.write(Buffer.concat([healthCheck, callBytes({ sessionTokens: ['ada'] })]));
    const received = await answers(connection, 2);
    expect(received.map(({ status, byNode }) => [status, byNode])).toEqual([
      [200, false],
      [200, false],
    ]);
  });
});

describe('a connection with another request', () => {
  it('goes to the server of Node from there on, with every byte', async () => {
    const { identity } = await platform();
    const connection = openRaw(identity);
    connection.socket.write(
      Buffer.concat([
        callBytes({ sessionTokens: ['a'] }),
        jsonBytes('b'),
        callBytes({ sessionTokens: ['c'] }),
      ]),
    );
    const received = await answers(connection, 3);
    expect(received.map(({ status, byNode }) => [status, byNode])).toEqual([
      [200, false],
      [200, true],
      [200, true],
    ]);
    connection.socket.write(jsonBytes('d'));
    expect(JSON.parse((await answers(connection, 4))[3]?.body.toString() ?? '')).toMatchObject({
      authentications: [{ user: { id: 'd' } }],
    });
  });

  it('is refused by Node where the request is malformed', async () => {
    const { identity, seen } = await platform();
    const { socket, received, closed } = openRaw(identity);
    socket.write(callBytes({ headers: { 'transfer-encoding': 'chunked' } }));
    await closed;
    expect(received().toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen.identity).toEqual([]);
  });
});

describe('a call without a valid token', () => {
  it('is refused, and the next one on the connection is served', async () => {
    const { identity, seen } = await platform();
    const connection = openRaw(identity);
    const refused = callBytes({ sessionTokens: ['x'], headers: unauthorized });
    // As many as would fill the stack if each were read by the one before it.
    connection.socket.write(Buffer.concat([...Array<Buffer>(3_000).fill(refused), callBytes()]));
    const received = await answers(connection, 3_001);
    expect(new Set(received.slice(0, -1).map(({ status, closes }) => `${status} ${closes}`))).toEqual(
      new Set(['401 false']),
    );
    expect(received.at(-1)?.status).toBe(200);
    expect(seen.identity).toHaveLength(1);
  });

  it('is refused before its body has arrived, and ends the connection', async () => {
    const { identity, seen } = await platform();
    const connection = openRaw(identity);
    const bytes = callBytes({ sessionTokens: ['x'.repeat(1_000)], headers: unauthorized });
    connection.socket.write(bytes.subarray(0, -900));
    const [answer] = await answers(connection, 1);
    expect(answer).toMatchObject({ status: 401, closes: true });
    expect(await connection.closed).toBe('closed');
    expect(seen.identity).toEqual([]);
  });
});

describe('a client', () => {
  it('cannot fill the memory of the server with requests that wait for others', async () => {
    const { identity } = await platform({ ready: () => sleep(1, {}) });
    const connection = openRaw(identity);
    const many = Buffer.concat(Array<Buffer>(800).fill(healthCheck));
    let sent = 0;
    const sendMore = (): void => {
      sent += many.length;
      if (sent < 40_000_000) connection.socket.write(many, sendMore);
    };
    sendMore();
    await answers(connection, 400);
    // The system takes some megabytes, and the server one piece of them.
    expect(sent).toBeLessThan(20_000_000);
    connection.socket.destroy();
  });

  it('that closes its side cancels its call', async () => {
    const { identity, seen } = await platform();
    const { socket, closed } = openRaw(identity);
    socket.write(callBytes({ sessionTokens: ['never answered'] }));
    await vi.waitFor(() => expect(seen.identity).toHaveLength(1));
    socket.end();
    expect(await closed).toBe('closed');
  });

  it('that is silent for too long is disconnected: after a call, within a request, before the first one', async () => {
    const limits = { beginMs: 2_000, requestMs: 300, idleMs: 700, checkMs: 20 };
    const { identity } = await platform({ connectionLimits: limits });
    const afterCall = openRaw(identity);
    afterCall.socket.write(callBytes());
    await answers(afterCall, 1);
    const withinRequest = openRaw(identity);
    withinRequest.socket.write(callBytes().subarray(0, 50));
    const startedAt = performance.now();
    await withinRequest.closed;
    expect(performance.now() - startedAt).toBeGreaterThan(250);
    // Kept longer than a request may take to arrive.
    expect(afterCall.socket.destroyed).toBe(false);
    await afterCall.closed;
    expect(performance.now() - startedAt).toBeGreaterThan(500);
  });

  it('gets the answer to a running call while the server drains, and the end of the connection with it', async () => {
    const { identity } = await platform({ maxTimeoutMs: 300 });
    const idle = openRaw(identity);
    idle.socket.write(callBytes());
    await answers(idle, 1);
    const running = openRaw(identity);
    running.socket.write(callBytes({ sessionTokens: ['never answered'] }));
    await sleep(50);
    const drained = identity.drain?.(AbortSignal.timeout(5_000));
    await idle.closed;
    const [answer] = await answers(running, 1);
    expect(answer).toMatchObject({ status: 504, closes: true });
    await running.closed;
    await drained;
  });
});
