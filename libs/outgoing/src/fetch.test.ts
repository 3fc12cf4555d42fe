import { describe, expect, it } from 'vitest';
import { createTestBed, failure } from './client.fixture.ts';
import { createFetch } from './fetch.ts';

const { serve, clientOf } = createTestBed();

describe('fetch', () => {
  it('fetch sends a form and returns a response', async () => {
    const server = await serve((response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
    );
    const fetchIt = createFetch(clientOf(server).outgoing, { target: 'example' });
    const body = new URLSearchParams({ code: 'a b' });
    const response = await fetchIt(`${server.origin}/token`, {
      method: 'POST',
      headers: { accept: '*/*' },
      body,
    });
    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ error: 'invalid_grant' });
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/token',
        body: 'code=a+b',
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', accept: '*/*' },
      },
    ]);
  });

  it('fetch keeps the given content type', async () => {
    const server = await serve();
    const fetchIt = createFetch(clientOf(server).outgoing, { target: 'example' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await fetchIt(server.origin, { method: 'POST', headers, body: new URLSearchParams({ a: '1' }) });
    await fetchIt(server.origin, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' });
    expect(server.requests.map(({ headers: sent, body }) => [sent['content-type'], body])).toEqual([
      ['application/x-www-form-urlencoded', 'a=1'],
      ['text/plain', 'x'],
    ]);
  });

  it('fetch returns redirects and answers without a body', async () => {
    const server = await serve((response, { path }) =>
      response.writeHead(Number(path.slice(1)), { location: '/200' }).end(),
    );
    const fetchIt = createFetch(clientOf(server).outgoing, { target: 'example' });
    const get = async (status: number) =>
      (await fetchIt(`${server.origin}/${status}`, { method: 'GET', headers: {} })).status;
    expect([await get(302), await get(204), await get(304)]).toEqual([302, 204, 304]);
    expect(server.requests).toHaveLength(3);
  });

  it('a failed fetch rejects with a TypeError that has the failure as its cause', async () => {
    const server = await serve(() => {});
    const { outgoing, failsAfter } = clientOf(server);
    const fetchIt = createFetch(outgoing, { target: 'example', timeoutMs: 30 });
    expect(await failsAfter(30, fetchIt(server.origin, { method: 'GET', headers: {} }))).toEqual(
      expect.objectContaining({ name: 'TypeError', cause: failure('timeout') }),
    );
    const signal = AbortSignal.abort();
    await expect(fetchIt(server.origin, { method: 'GET', headers: {}, signal })).rejects.toEqual(
      expect.objectContaining({ name: 'TypeError', cause: failure('canceled') }),
    );
  });

  it('fetch refuses methods and bodies that the client does not send', async () => {
    const server = await serve();
    const fetchIt = createFetch(clientOf(server).outgoing, { target: 'example' });
    await expect(fetchIt(server.origin, { method: 'TRACE', headers: {} })).rejects.toThrow(TypeError);
    const body = new Uint8Array(1);
    await expect(fetchIt(server.origin, { method: 'POST', headers: {}, body })).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  });
});
