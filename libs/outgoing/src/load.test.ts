import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTestBed, failure } from './client.fixture.ts';
import type { OutgoingAnswer } from './outgoing.ts';

const { serve, clientOf } = createTestBed();

describe('concurrent requests to one host', () => {
  /** A server that answers when the test says so. */
  const holding = async () => {
    const held: ServerResponse[] = [];
    const server = await serve((response) => void held.push(response));
    return { server, held, arrive: (count: number) => server.arrived(count) };
  };

  it('concurrent requests to one host are bounded: further ones wait, and more than that are refused', async () => {
    const { server, held, arrive } = await holding();
    const { send } = clientOf(server, { atOnce: 2, maxWaiting: 1 });
    const sent = [send(), send(), send()];
    await arrive(2);
    await expect(send()).rejects.toEqual(failure('busy'));
    expect(server.requests).toHaveLength(2);

    held[0]?.end('first');
    await arrive(3);
    held[1]?.end('second');
    held[2]?.end('third');
    const answers = await Promise.all(sent);
    expect(answers.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
    expect(server.connections()).toBe(2);
  });

  it('requests to a slow host do not delay requests to another host', async () => {
    const { server, held, arrive } = await holding();
    const other = await serve();
    const { send } = clientOf(server, {
      atOnce: 1,
      maxWaiting: 0,
      allowedOrigins: [server.origin, other.origin],
    });
    const slow = send();
    await arrive(1);
    await expect(send()).rejects.toEqual(failure('busy'));
    expect(await send({ url: other.origin })).toMatchObject({ status: 200 });
    held[0]?.end();
    await slow;
  });

  it('a request that waits longer than half of its time is refused, which is no failure of the host', async () => {
    const { server, held, arrive } = await holding();
    const { send, failsAfter, lines } = clientOf(server, { atOnce: 1, breaker: { failures: 1 } });
    const slow = send({ timeoutMs: 60_000 });
    await arrive(1);
    expect(await failsAfter(10_000, send({ timeoutMs: 20_000 }))).toEqual(failure('busy'));
    held[0]?.end();
    await slow;
    expect(lines).toEqual([]);
  });

  it('a request that is canceled while it waits is never sent', async () => {
    const { server, held, arrive } = await holding();
    const { send } = clientOf(server, { atOnce: 1 });
    const slow = send();
    await arrive(1);
    const controller = new AbortController();
    const waiting = send({ signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toEqual(failure('canceled'));
    held[0]?.end();
    await slow;
    expect(server.requests).toHaveLength(1);
  });
});

describe('a host that fails', () => {
  /** A server that answers with the status that was set last. */
  const switching = async (status: number, headers: Record<string, string> = {}) => {
    const now = { status, headers };
    const server = await serve((response) => response.writeHead(now.status, now.headers).end());
    return { server, now };
  };

  it.each([502, 504])(
    'a host that answers with %d is suspended for 30 seconds and then probed by one request',
    async (status) => {
      const { server, now } = await switching(status);
      const { send, lines, clock } = clientOf(server);
      for (let count = 0; count < 5; count += 1) expect(await send()).toMatchObject({ status });
      const error = await send().catch((thrown: unknown) => thrown);
      expect(error).toEqual(failure('suspended'));
      expect(error).toMatchObject({ retryAfterMs: 30_000 });
      expect(server.requests).toHaveLength(5);

      await clock.advance(30_000);
      expect(await send()).toMatchObject({ status });
      await expect(send()).rejects.toMatchObject({ failure: 'suspended', retryAfterMs: 60_000 });

      await clock.advance(60_000);
      now.status = 200;
      expect(await send()).toMatchObject({ status: 200 });
      expect(await send()).toMatchObject({ status: 200 });
      expect(lines).toEqual([
        expect.objectContaining({
          level: 'warn',
          msg: 'outgoing host suspended after repeated failures',
          target: 'example',
          host: new URL(server.origin).host,
          outcome: String(status),
          suspendedMs: 30_000,
        }),
        expect.objectContaining({ level: 'info', msg: 'outgoing host recovered' }),
      ]);
    },
  );

  it.each([429, 500])('a %d does not suspend its host', async (status) => {
    const { server } = await switching(status, { 'retry-after': '60' });
    const { send } = clientOf(server);
    for (let count = 0; count < 8; count += 1) expect(await send()).toMatchObject({ status });
  });

  it('a host that times out is suspended', async () => {
    const server = await serve(() => {});
    const { send, failsAfter } = clientOf(server, { breaker: { failures: 2 } });
    for (let count = 0; count < 2; count += 1)
      expect(await failsAfter(10_000, send())).toEqual(failure('timeout'));
    await expect(send()).rejects.toEqual(failure('suspended'));
  });

  it('a host that refuses connections is suspended', async () => {
    const server = await serve();
    await server.stop();
    const { send } = clientOf(server);
    for (let count = 0; count < 5; count += 1) await expect(send()).rejects.toEqual(failure('unreachable'));
    await expect(send()).rejects.toEqual(failure('suspended'));
  });

  it('canceled requests are no failures of their host', async () => {
    const controllers: AbortController[] = [];
    const server = await serve(() => controllers.at(-1)?.abort());
    const { send } = clientOf(server, { breaker: { failures: 1 } });
    for (let count = 0; count < 3; count += 1) {
      const controller = new AbortController();
      controllers.push(controller);
      await expect(send({ signal: controller.signal })).rejects.toEqual(failure('canceled'));
    }
    expect(server.requests).toHaveLength(3);
  });

  it('a canceled request does not reset the failures of its host', async () => {
    const controller = new AbortController();
    const server = await serve((response, _request, count) =>
      count === 2 ? controller.abort() : response.writeHead(502).end(),
    );
    const { send } = clientOf(server, { breaker: { failures: 2 } });
    await send();
    await expect(send({ signal: controller.signal })).rejects.toEqual(failure('canceled'));
    await send();
    await expect(send()).rejects.toEqual(failure('suspended'));
  });

  it('a failing host is suspended for at least the Retry-After of its last answer, at most five minutes', async () => {
    const { server, now } = await switching(503, { 'retry-after': '90' });
    const { send, clock } = clientOf(server);
    for (let count = 0; count < 5; count += 1) expect(await send()).toMatchObject({ status: 503 });
    await expect(send()).rejects.toMatchObject({ failure: 'suspended', retryAfterMs: 90_000 });
    await clock.advance(90_000);
    now.headers = { 'retry-after': '86400' };
    await send();
    await expect(send()).rejects.toMatchObject({ retryAfterMs: 300_000 });
  });

  it('answers that the caller does not call an outage do not suspend their host', async () => {
    const { server } = await switching(503, { 'retry-after': '90' });
    const { send } = clientOf(server, { breaker: { failures: 2 } });
    const isOutage = ({ headers }: OutgoingAnswer): boolean => headers['retry-after'] === undefined;
    for (let count = 0; count < 8; count += 1)
      expect(await send({ isOutage })).toMatchObject({ status: 503 });
  });

  it('answers that the caller calls an outage suspend their host, whatever their status', async () => {
    const { server } = await switching(200);
    const { send } = clientOf(server, { breaker: { failures: 2 } });
    for (let count = 0; count < 2; count += 1) await send({ isOutage: () => true });
    await expect(send()).rejects.toEqual(failure('suspended'));
  });

  it('requests that waited while their host began to fail are not sent', async () => {
    const held: ServerResponse[] = [];
    const server = await serve((response) => void held.push(response));
    const { send } = clientOf(server, { atOnce: 1, breaker: { failures: 1 } });
    const sent = send();
    const waiting = [send(), send()].map((one) => one.catch((error: unknown) => error));
    await server.arrived(1);
    held[0]?.writeHead(502).end();
    await sent;
    expect(await Promise.all(waiting)).toEqual([failure('suspended'), failure('suspended')]);
    expect(server.requests).toHaveLength(1);
  });

  it('a failing host stays suspended when other hosts replace the kept ones', async () => {
    const { server } = await switching(502);
    const [first, second] = [await serve(), await serve()];
    const allowedOrigins = [server.origin, first.origin, second.origin];
    const { send } = clientOf(server, { allowedOrigins, maxHosts: 2, breaker: { failures: 1 } });
    await send();
    for (const { origin } of [first, second, first])
      expect(await send({ url: origin })).toMatchObject({ status: 200 });
    await expect(send()).rejects.toEqual(failure('suspended'));
    // The connection to the first was closed when the second came.
    expect([first.connections(), second.connections()]).toEqual([2, 1]);
  });

  it('a suspended host does not affect other hosts', async () => {
    const { server } = await switching(502);
    const other = await serve();
    const { send } = clientOf(server, { allowedOrigins: [server.origin, other.origin] });
    for (let count = 0; count < 5; count += 1) await send();
    await expect(send()).rejects.toEqual(failure('suspended'));
    expect(await send({ url: other.origin })).toMatchObject({ status: 200 });
  });
});

describe('requests of tenants', () => {
  it('tenants of one origin have places of their own', async () => {
    const held: ServerResponse[] = [];
    const server = await serve((response, request) =>
      request.headers['x-tenant'] === 'slow' ? void held.push(response) : response.end(),
    );
    const { send } = clientOf(server, { atOnce: 1, maxWaiting: 0 });
    const as = (tenant: string) => send({ tenant, headers: { 'x-tenant': tenant } });
    const slow = as('slow');
    await server.arrived(1);
    await expect(as('slow')).rejects.toEqual(failure('busy'));
    expect(await as('fast')).toMatchObject({ status: 200 });
    held[0]?.end();
    await slow;
  });

  it('a tenant has no breaker: however many requests have failed, the next one is sent', async () => {
    const server = await serve((response) => response.writeHead(503).end());
    const { send, lines } = clientOf(server, { breaker: { failures: 1 } });
    for (let count = 0; count < 10; count += 1)
      expect(await send({ tenant: 'a' })).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(10);
    expect(lines).toEqual([]);
  });

  it('no more hosts are kept than the maximum: the connections of an idle one are dropped for a new one', async () => {
    const server = await serve();
    const { send } = clientOf(server, { maxHosts: 2, atOnce: 1 });
    for (const tenant of ['a', 'b', 'b', 'c', 'b', 'a']) await send({ tenant });
    // Of a, b, c, and of a once more.
    expect(server.connections()).toBe(4);
  });
});
