import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Provider } from '../../connector/provider.ts';
import { judgedOf, permittedOf, requestOf, startProvider, tokenOf } from './echo.fixture.ts';
import { send } from './send.ts';

/** Sends requests to a server in the place of the provider. */
async function start(answer: RequestListener, use?: Partial<Provider['use']>) {
  const { origin, outgoing } = await startProvider(answer);
  const held = new DisposableStack();
  onTestFinished(() => held.dispose());
  const client = new AbortController();
  const learned: (number | null)[] = [];
  const opened = vi.spyOn(outgoing, 'open');
  const ask = async (line: string) => {
    const permitted = await permittedOf({}, use);
    const sending = {
      outgoing,
      organizationId: 'o',
      provider: permitted.provider,
      judged: judgedOf(permitted, requestOf(line), origin),
      turn: { signal: client.signal, ended: () => undefined, repeat: async () => {} },
      change: {
        learn: (status: number | null) => void learned.push(status),
        settle: async () => {},
        [Symbol.asyncDispose]: async () => {},
      },
      clock: createManualClock(),
      held,
    };
    return send(sending, permitted.authorization);
  };
  return { ask, opened, client, held, learned };
}

const unavailable = { code: 'unavailable' };
const answering =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

describe('a request that is sent', () => {
  it('a request is one of its organization, and what authorizes it is added to its headers and behind its query', async () => {
    let sent: unknown;
    const { ask, opened } = await start((request, response) => {
      sent = [request.url, request.headers['x-token']];
      response.end();
    });
    await ask('GET a');
    expect(opened).toHaveBeenCalledWith(expect.objectContaining({ target: 'echo', organization: 'o' }));
    expect(sent).toEqual(['/v1/a?proof=proof+of+Atza%7Ctoken-1', tokenOf(1)]);
  });

  it('a redirect is not followed', async () => {
    const { ask, learned } = await start(answering(302, { location: '/elsewhere' }));
    expect((await ask('GET a')).headers['location']).toBe('/elsewhere');
    expect(learned).toEqual([null, 302]);
  });

  it.each(['caller leaves', 'answer is let go'])('a request ends when its %s', async (why) => {
    const closed = Promise.withResolvers<void>();
    const { ask, client, held } = await start((_request, response) => {
      response.once('close', () => closed.resolve());
      // More than is read for token errors.
      response.writeHead(401).write(Buffer.alloc(200_000));
    });
    const { stream } = await ask('GET a');
    stream.on('error', () => {});
    if (why === 'caller leaves') client.abort();
    else held.dispose();
    await expect(closed.promise).resolves.toBeUndefined();
  });
});

describe('a refused token', () => {
  const json = { 'content-type': 'application/json' };
  it.each<[boolean, number, Record<string, string>, string]>([
    [true, 401, {}, ''],
    [true, 200, json, '{"error":"NOAUTH"}'],
    [false, 200, json, '{}'],
    [false, 200, {}, 'NOAUTH'],
  ])('%s: %i %j %s', async (isRefused, ...answer) => {
    const { ask } = await start(answering(...answer));
    expect(await ask('GET a')).toMatchObject({ isRefused });
  });
});

/** Answers with these bytes, whatever HTTP says about them. */
const raw =
  (...lines: readonly string[]): RequestListener =>
  ({ socket }) =>
    void socket.end(lines.join('\r\n'));

describe('an answer', () => {
  it.each([
    ['deflate', deflateSync],
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is read in the coding %s', async (coding, encode) => {
    const { ask } = await start(answering(200, { 'content-encoding': coding }, encode(Buffer.from('a'))));
    expect(await text((await ask('GET a')).stream)).toBe('a');
  });

  it.each([
    ['says gzip and is not', 'gzip', Buffer.from(`{"token":"${tokenOf(1)}"}`)],
    ['ends in the middle of its coding', 'gzip', gzipSync(tokenOf(1)).subarray(0, 20)],
    ['has an unknown coding', 'zstd', Buffer.from(tokenOf(1))],
  ])('an answer that %s fails as JSON, and shows nothing as another type', async (_, coding, bytes) => {
    for (const type of ['application/json', 'text/plain']) {
      const { ask } = await start(
        answering(200, { 'content-encoding': coding, 'content-type': type }, bytes),
      );
      const shown = ask('GET a').then(({ stream }) => text(stream));
      await expect(shown).rejects.toMatchObject({ code: expect.any(String) });
    }
  });

  it.each(['HEAD', 'GET'])('an answer to %s without a body may name a coding', async (method) => {
    const { ask } = await start(answering(method === 'HEAD' ? 200 : 304, { 'content-encoding': 'gzip' }));
    expect(await text((await ask(`${method} a`)).stream)).toBe('');
  });

  it.each([
    ['two lengths', 'content-length: 1', 'content-length: 2'],
    ['a length and chunks', 'content-length: 1', 'transfer-encoding: chunked'],
    ['a name with a space', 'x-request-id : 1', 'content-length: 1'],
    ['a NUL', 'x-request-id: a\0b', 'content-length: 1'],
    ['a bare line break', 'x-request-id: a\rset-cookie: b', 'content-length: 1'],
  ])('an answer whose head has %s is refused', async (_, ...lines) => {
    const { ask } = await start(raw('HTTP/1.1 200 OK', ...lines, '', 'x'));
    await expect(ask('GET a')).rejects.toMatchObject(unavailable);
  });

  it('a JSON answer that is cut off is a 503, whose status was learned', async () => {
    const { ask, learned } = await start((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"a":');
      setImmediate(() => response.destroy());
    });
    await expect(ask('POST a')).rejects.toMatchObject(unavailable);
    expect(learned).toEqual([null, 201]);
  });

  it('an answer that never comes has no status', async () => {
    const { ask, learned } = await start((request) => void request.socket.destroy());
    await expect(ask('POST a')).rejects.toMatchObject(unavailable);
    expect(learned).toEqual([null]);
  });

  it('a small answer that becomes a gigabyte takes no memory while nobody reads it', async () => {
    const part = gzipSync(Buffer.alloc(64 * 1_048_576));
    const bytes = Buffer.concat(Array.from({ length: 16 }, () => part));
    const { ask } = await start(answering(200, { 'content-encoding': 'gzip' }, bytes));
    const before = process.memoryUsage().arrayBuffers;
    await ask('GET a');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1_048_576);
  });
});

describe('an api whose answers have names to hide', () => {
  it.each([
    ['application/json', '{"a":1}', true],
    ['text/csv', 'password hunter2', false],
    ['text/csv', '', true],
  ])('an answer of the type %s that is %j is readable: %s', async (type, body, isReadable) => {
    const use = { hiddenNames: ['password'] };
    const { ask } = await start(answering(200, { 'content-type': type }, body), use);
    expect(await ask('GET a')).toMatchObject({ isReadable });
  });
});
