import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createTestBed, failure } from './client.fixture.ts';
import type { StreamedRequest } from './outgoing.ts';
import type { WebServer } from './web-server.fixture.ts';

const { serve, clientOf } = createTestBed();

const start = async (...args: Parameters<typeof serve>) => {
  const server: WebServer = await serve(...args);
  const { outgoing, stop } = clientOf(server, { atOnce: 2 });
  const open = (request: Partial<StreamedRequest> = {}) =>
    outgoing.open({
      target: 'example',
      method: 'GET',
      url: `${server.origin}/a?b=%20`,
      silenceMs: 60_000,
      ...request,
    });
  return { server, open, stop };
};

describe('a streamed answer', () => {
  it('an answer is read as it comes, and its headers before its body', async () => {
    const { server, open } = await start((response) => {
      response.writeHead(201, { 'x-one': ['1', '2'] });
      response.write('first ');
      setImmediate(() => response.end('second'));
    });
    const { status, headers, body } = await open({ method: 'PATCH', body: Buffer.from('{}') });
    expect([status, headers['x-one']]).toEqual([201, '1, 2']);
    expect(await text(body)).toBe('first second');
    expect(server.requests).toMatchObject([{ method: 'PATCH', path: '/a?b=%20', body: '{}' }]);
  });

  it('an answer that nobody reads holds its sender up, and takes no memory', async () => {
    let written = 0;
    const { open } = await start((response) => {
      const more = () => {
        while (written < 1e9 && response.write(Buffer.alloc(65_536))) written += 65_536;
        response.once('drain', more);
      };
      more();
    });
    const { body } = await open();
    for (let before = -1; before !== written; ) {
      before = written;
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    }
    expect(written).toBeLessThan(64 * 1024 * 1024);
    body.destroy();
  });

  it('an answer that is cut off fails, and never ends as if it were whole', async () => {
    const { open } = await start((response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345');
      setImmediate(() => response.destroy());
    });
    const { body } = await open();
    await expect(text(body)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  it('an answer that nobody reads may be destroyed or cut off, and the process goes on', async () => {
    const { open } = await start((response, _request, count) => {
      response.writeHead(200).write('x');
      if (count > 1) setImmediate(() => response.destroy());
    });
    const destroyed = (await open()).body.destroy();
    const { body: cutOff } = await open();
    for (const body of [destroyed, cutOff]) if (!body.closed) await once(body, 'close').catch(() => {});
    expect([destroyed.closed, cutOff.closed]).toEqual([true, true]);
  });

  it('an answer holds its place until it ends or is destroyed', async () => {
    const { open } = await start(
      (response, _request, count) => void response.writeHead(200).write(String(count)),
    );
    const [one, two] = [await open(), await open()];
    let isThird = false;
    const third = open().then((answer) => {
      isThird = true;
      return answer;
    });
    await new Promise(setImmediate);
    expect(isThird).toBe(false);
    one.body.destroy();
    (await third).body.destroy();
    two.body.destroy();
  });

  it('a host that sends no headers in time is a timeout, and so is one that falls silent', {
    tags: 'soak',
  }, async () => {
    const { open } = await start((response, _request, count) => {
      if (count > 1) response.writeHead(200).write('x');
    });
    await expect(open({ silenceMs: 50 })).rejects.toEqual(failure('timeout'));
    const { body } = await open({ silenceMs: 2_000 });
    await expect(text(body)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
  });

  it('a canceled request ends, before its answer and during it', async () => {
    const arrived = Promise.withResolvers<void>();
    const { open } = await start((response, _request, count) => {
      arrived.resolve();
      if (count > 1) response.writeHead(200).write('x');
    });
    const before = new AbortController();
    const canceled = open({ signal: before.signal });
    void arrived.promise.then(() => before.abort());
    await expect(canceled).rejects.toEqual(failure('canceled'));
    const during = new AbortController();
    const { body } = await open({ signal: during.signal });
    const failed = once(body, 'error');
    during.abort();
    await failed;
    expect(body.destroyed).toBe(true);
  });
});
