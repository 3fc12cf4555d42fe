import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { Failure } from '@patchbay/errors/failure';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { watchServerConnections } from '@patchbay/testing/server-connections';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callOf } from '../caller/caller.ts';
import { type BodyTransport, callAs, createRpcTransport } from '../client/client.ts';
import { createInProcessTransport } from '../client/in-process.ts';
import { ada, headersFor, minterOf, verifierOf } from '../fixtures/callers.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { passUntil } from '../fixtures/raw-connection.fixture.ts';
import { closing, log, start, urlOf } from '../fixtures/servers.fixture.ts';
import type { ServedCall } from '../server/serve-call.ts';
import type { RpcServer, RpcServerOptions } from '../server/server.ts';
import { type BodyMethod, isWhole } from './body-method.ts';

const { relay } = RelayService.method;
type Handler = BodyMethod<typeof relay>;
const path = '/patchbay.integration.v1.RelayService/Relay';
const fromGateway = { from: 'gateway', to: 'relay', minter: minterOf('gateway') } as const;
const none = new Uint8Array();
const message = { status: 200 };
const gone = { code: Code.Canceled };

const serve = (handler: Handler, options: Partial<RpcServerOptions> = {}): Promise<RpcServer> =>
  start({ service: 'relay', routes: (router) => void router.bodies(relay, handler), ...options });

function connectTo(baseUrl: string, clock?: ManualClock): BodyTransport {
  const transport = createRpcTransport({ ...fromGateway, baseUrl, ...(clock && { clock }) });
  closing.push(() => transport.close());
  return transport;
}

const ways = {
  'over the network': async (handler: Handler, clock?: ManualClock): Promise<BodyTransport> =>
    connectTo(urlOf(await serve(handler, { ...(clock && { clock }) })), clock),
  'in process': async (handler: Handler, clock?: ManualClock): Promise<BodyTransport> =>
    createInProcessTransport({
      ...fromGateway,
      routes: (router) => void router.bodies(relay, handler),
      verifier: verifierOf('relay'),
      logger: log.logger,
      clock,
    }),
};

const call = (transport: BodyTransport, body: Uint8Array = none, signal?: AbortSignal, timeoutMs = 60_000) =>
  transport.bodies(relay, { path: 'a/ü' }, body, { ...callAs(ada), timeoutMs, ...(signal && { signal }) });

/** An answer whose body has these parts. */
const streaming =
  (parts: (context: ServedCall) => AsyncIterable<Uint8Array>): Handler =>
  async (_request, _body, context) => ({ message, body: parts(context) });

async function streamOf(answer: ReturnType<typeof call>): Promise<AsyncIterator<Uint8Array>> {
  const { body } = await answer;
  if (isWhole(body)) throw new Error('the body came as a whole');
  return body[Symbol.asyncIterator]();
}

async function read(answer: ReturnType<typeof call>): Promise<string> {
  const { body } = await answer;
  return Buffer.concat(isWhole(body) ? [body] : await Array.fromAsync(body)).toString();
}

const untilAborted = ({ signal }: ServedCall): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe.each(Object.keys(ways) as (keyof typeof ways)[])('a call with bodies %s', (way) => {
  it('messages and bodies arrive as they were sent, with the caller', async () => {
    const body = Buffer.alloc(300_000, Buffer.from([0, 255, 10, 13, 200]));
    const seen: unknown[] = [];
    const transport = await ways[way](async (request, received, context) => {
      seen.push(request.path, Buffer.from(received).equals(body), callOf(context).caller);
      return {
        message: { status: 207, headers: [{ name: 'etag', value: '"ü"' }] },
        body: Buffer.from('whole'),
      };
    });
    const answer = await call(transport, body);
    expect(seen).toEqual(['a/ü', true, ada.caller]);
    expect(answer.message).toMatchObject({ status: 207, headers: [{ name: 'etag', value: '"ü"' }] });
    expect(Buffer.from(answer.body as Uint8Array).toString()).toBe('whole');
  });

  it('the answer begins before its body is there, and parts arrive as they come', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transport = await ways[way](
      streaming(async function* () {
        await first.promise;
        yield Buffer.from('1');
        await second.promise;
        yield Buffer.from('2');
      }),
    );
    const parts = await streamOf(call(transport));
    first.resolve();
    expect(String((await parts.next()).value)).toBe('1');
    second.resolve();
    expect(String((await parts.next()).value)).toBe('2');
    expect((await parts.next()).done).toBe(true);
  });

  it('a body without parts is empty', async () => {
    expect(await read(call(await ways[way](streaming(async function* () {}))))).toBe('');
  });

  it('a failure before the answer arrives with its detail, and one of the handler itself without its text', async () => {
    const failing = (thrown: Error) => async (): Promise<never> => {
      throw thrown;
    };
    const conflict = await failureOf(call(await ways[way](failing(new Failure('conflict', 'Taken.')))));
    expect(conflict.findDetails(FailureSchema)).toMatchObject([{ code: 'conflict', publicText: 'Taken.' }]);
    const bug = await failureOf(call(await ways[way](failing(new Error('secret')))));
    expect([bug.code, bug.rawMessage]).toEqual([Code.Internal, 'internal error']);
  });

  it('a failure in the body arrives after the parts before it', async () => {
    const transport = await ways[way](
      streaming(async function* () {
        yield Buffer.from('{');
        throw new Failure('timeout', 'Nothing comes.', { byProvider: true });
      }),
    );
    const parts = await streamOf(call(transport));
    expect(String((await parts.next()).value)).toBe('{');
    const failure = ConnectError.from(await parts.next().catch((thrown: unknown) => thrown));
    expect(failure.findDetails(FailureSchema)).toMatchObject([
      { code: 'timeout', publicText: 'Nothing comes.', byProvider: true },
    ]);
  });

  it('a method that is not served is unimplemented', async () => {
    const server = await start({ service: 'relay', routes: () => {} });
    const transport =
      way === 'in process'
        ? createInProcessTransport({
            ...fromGateway,
            routes: () => {},
            verifier: verifierOf('relay'),
            logger: log.logger,
          })
        : connectTo(urlOf(server));
    expect((await failureOf(call(transport))).code).toBe(Code.Unimplemented);
  });

  it('parts are made no faster than their reader takes them', async () => {
    const total = 3_200;
    let made = 0;
    const transport = await ways[way](
      streaming(async function* () {
        for (; made < total; made += 1) yield Buffer.alloc(65_536);
      }),
    );
    const parts = await streamOf(call(transport));
    // What does not wait for a reader is at its end before another call is answered many times.
    for (let calls = 0; calls < 50; calls += 1) await failureOf(call(transport, none, AbortSignal.abort()));
    let bytes = 0;
    while (bytes < 50 * 65_536) bytes += (await parts.next()).value?.length ?? 0;
    expect(made).toBeLessThan(total / 2);
    await parts.return?.();
  });

  it.each([
    ['before the answer', false, false],
    ['before it reads the body', true, false],
    ['between two parts', true, true],
  ])('a reader that leaves %s ends the handler', async (_when, answers, reads) => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const transport = await ways[way](async (_request, _body, context) => {
      const { signal } = context;
      signal.addEventListener('abort', () => ended.resolve(signal.reason));
      begun.resolve();
      if (!answers) return untilAborted(context);
      const parts = async function* () {
        for (;;) yield Buffer.alloc(65_536);
      };
      return { message, body: parts() };
    });
    const leaving = new AbortController();
    const answer = call(transport, none, leaving.signal);
    answer.catch(() => {});
    await begun.promise;
    const parts = answers ? await streamOf(answer) : undefined;
    if (reads) await parts?.next();
    leaving.abort();
    expect(await ended.promise).toMatchObject(gone);
    await expect(parts?.next() ?? answer).rejects.toMatchObject(gone);
  });

  it('a reader that ends its iteration ends the handler', async () => {
    const ended = Promise.withResolvers<unknown>();
    const transport = await ways[way](
      streaming(async function* ({ signal }) {
        signal.addEventListener('abort', () => ended.resolve(signal.reason));
        for (;;) yield Buffer.alloc(65_536);
      }),
    );
    const parts = await streamOf(call(transport));
    await parts.next();
    await parts.return?.();
    expect(await ended.promise).toMatchObject(gone);
  });

  it('a caller whose signal is aborted already sends nothing', async () => {
    const transport = await ways[way](() => expect.unreachable('nothing is sent'));
    expect((await failureOf(call(transport, none, AbortSignal.abort()))).code).toBe(Code.Canceled);
  });

  it.each([
    ['the answer', 0],
    ['a part', 1],
  ])('a handler that is silent before %s ends on both sides', async (_what, count) => {
    const clock = createManualClock(new Date());
    const waiting = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const wait = (context: ServedCall): Promise<never> => {
      context.signal.addEventListener('abort', () => ended.resolve(context.signal.reason));
      waiting.resolve();
      return untilAborted(context);
    };
    const transport = await ways[way](async (_request, _body, context) => {
      if (count === 0) return wait(context);
      const parts = async function* () {
        yield Buffer.from('1');
        await wait(context);
      };
      return { message, body: parts() };
    }, clock);
    const answer = call(transport, none, undefined, 3_000);
    answer.catch(() => {});
    const parts = count > 0 ? await streamOf(answer) : undefined;
    await parts?.next();
    const failed = failureOf(parts?.next() ?? answer);
    await waiting.promise;
    await clock.advance(3_000);
    expect((await failed).code).toBe(Code.DeadlineExceeded);
    expect(await ended.promise).toBeInstanceOf(ConnectError);
  });
});

describe('a server', () => {
  it('refuses a call without a token before its body, and a body that is too large', async () => {
    const server = await serve(() => expect.unreachable('nothing is served'), { maxBodyBytes: 10 });
    const statusOf = async (headers: Record<string, string>) => {
      const request = send(`${urlOf(server)}${path}`, { method: 'POST', headers, agent: false });
      request.on('error', () => {}).flushHeaders();
      onTestFinished(() => void request.destroy());
      const [response] = (await once(request, 'response')) as [{ statusCode: number }];
      return response.statusCode;
    };
    expect(await statusOf({ 'content-length': '5' })).toBe(401);
    const token = headersFor('gateway', 'relay', relay, ada);
    expect(await statusOf({ ...token, 'content-length': '11' })).toBe(429);
    expect((await failureOf(call(connectTo(urlOf(server)), new Uint8Array(11)))).code).toBe(
      Code.ResourceExhausted,
    );
  });

  it('takes a message of 40 KiB, and answers with one', async () => {
    const value = 'x'.repeat(40_960);
    const server = await serve(async ({ headers }) => ({ message: { status: 200, headers }, body: none }));
    const headers = [{ name: 'prefer', value }];
    const answer = await connectTo(urlOf(server)).bodies(relay, { headers }, none, { timeoutMs: 60_000 });
    expect(answer.message.headers).toMatchObject(headers);
  });

  it('ends an answer whose reader takes nothing for too long', async () => {
    const clock = createManualClock(new Date());
    const ended = Promise.withResolvers<unknown>();
    const server = await serve(
      streaming(async function* ({ signal }) {
        signal.addEventListener('abort', () => ended.resolve(signal.reason));
        for (;;) yield Buffer.alloc(65_536);
      }),
      { clock, streamLimits: { messageMs: 60_000, readerMs: 5_000 } },
    );
    const parts = await streamOf(call(connectTo(urlOf(server))));
    expect(await passUntil(clock, ended.promise)).toMatchObject({ code: Code.DeadlineExceeded });
    const last = async (): Promise<never> => {
      for (;;) await parts.next();
    };
    await expect(last()).rejects.toMatchObject({ code: Code.Unavailable });
  });

  it('ends answers as unavailable at the deadline of its drain', async () => {
    const begun = Promise.withResolvers<void>();
    const server = await serve(
      streaming(async function* (context) {
        yield Buffer.from('1');
        begun.resolve();
        await untilAborted(context);
      }),
    );
    const text = read(call(connectTo(urlOf(server))));
    text.catch(() => {});
    await begun.promise;
    await server.drain?.(AbortSignal.abort());
    expect((await failureOf(text)).findDetails(FailureSchema)).toMatchObject([{ code: 'unavailable' }]);
  });
});

describe('an answer', () => {
  it.each([
    ['whose connection closes', (socket: { destroy(): void }) => socket.destroy()],
    ['whose trailer was lost on the way', (_socket: unknown, end: () => void) => end()],
  ])('%s in its body was cut off', async (_which, end) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'x-patchbay-message': '' });
      response.write('1');
      setImmediate(() => end(response.socket as { destroy(): void }, () => response.end()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await failureOf(read(call(connectTo(baseUrl))))).code).toBe(Code.Unavailable);
  });

  it('of which the reader has all leaves its connection for the next call', async () => {
    const server = await serve(
      streaming(async function* () {
        yield Buffer.from('1');
      }),
    );
    const transport = connectTo(urlOf(server));
    const { sockets } = watchServerConnections(server.port());
    for (let calls = 0; calls < 10; calls += 1) await read(call(transport));
    // The pool takes another one for a call that begins at the very end of the one before.
    expect(sockets.length).toBeLessThanOrEqual(2);
  });
});
