import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTestBed, failure } from './client.fixture.ts';

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

describe('a host that cannot be reached', () => {
  /** A host that refuses connections until it is started. */
  const closed = async (...answer: Parameters<typeof serve>) => {
    const server = await serve(...answer);
    await server.stop();
    return server;
  };

  it('a host that refuses connections is suspended for 30 seconds and then probed by one request', async () => {
    const server = await closed();
    const { send, lines, clock } = clientOf(server);
    for (let count = 0; count < 5; count += 1) await expect(send()).rejects.toEqual(failure('unreachable'));
    await expect(send()).rejects.toMatchObject({ failure: 'suspended', retryAfterMs: 30_000 });

    await clock.advance(30_000);
    await expect(send()).rejects.toEqual(failure('unreachable'));
    await expect(send()).rejects.toMatchObject({ failure: 'suspended', retryAfterMs: 60_000 });

    await clock.advance(60_000);
    await server.restart();
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 200 });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'outgoing host suspended after repeated failures',
        target: 'example',
        host: new URL(server.origin).host,
        suspendedMs: 30_000,
      }),
      expect.objectContaining({ level: 'info', msg: 'outgoing host recovered' }),
    ]);
  });

  it.each(['send', 'open'] as const)(
    'a host whose connections fail for one organization alone is not suspended: %s',
    async (way) => {
      const server = await closed();
      const { outgoing, send } = clientOf(server, { breaker: { failures: 2 } });
      const request = { target: 'example', method: 'GET', url: server.origin } as const;
      const as = (organization: string): Promise<unknown> =>
        way === 'send'
          ? send({ organization })
          : outgoing.open({ ...request, organization, silenceMs: 1_000 });
      for (let count = 0; count < 8; count += 1)
        await expect(as('one')).rejects.toEqual(failure('unreachable'));
      await expect(as('other')).rejects.toEqual(failure('unreachable'));
      await expect(as('third')).rejects.toEqual(failure('suspended'));
    },
  );

  it.each([429, 503])('a host that answers %d is not suspended', async (status) => {
    const server = await serve((response) => response.writeHead(status, { 'retry-after': '60' }).end());
    const { outgoing, send } = clientOf(server, { breaker: { failures: 2 } });
    for (let count = 0; count < 8; count += 1) {
      expect(await send({ organization: String(count) })).toMatchObject({ status });
      const { body } = await outgoing.open({
        target: 'example',
        method: 'GET',
        url: server.origin,
        silenceMs: 60_000,
      });
      body.destroy();
    }
  });

  it('a host that is connected and does not answer in time is not suspended', async () => {
    const server = await serve(() => {});
    const { send, failsAfter } = clientOf(server, { breaker: { failures: 1 } });
    for (let count = 0; count < 3; count += 1)
      expect(await failsAfter(10_000, send())).toEqual(failure('timeout'));
  });

  it('a host that breaks connections off is not suspended', async () => {
    const server = await serve((response) => response.destroy());
    const { send } = clientOf(server, { breaker: { failures: 1 } });
    for (let count = 0; count < 3; count += 1)
      await expect(send({ method: 'POST' })).rejects.toEqual(failure('unreachable'));
  });

  it('a probe that is connected ends the suspension before it is answered', async () => {
    const held: ServerResponse[] = [];
    const server = await closed((response, _request, count) =>
      count === 1 ? void held.push(response) : response.end(),
    );
    const { send, clock } = clientOf(server, { breaker: { failures: 1 } });
    await expect(send()).rejects.toEqual(failure('unreachable'));
    await clock.advance(30_000);
    await server.restart();
    const probe = send();
    await server.arrived(1);
    expect(await send()).toMatchObject({ status: 200 });
    held[0]?.end();
    await probe;
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

  it('a failing host stays suspended when other hosts replace the kept ones', async () => {
    const server = await closed();
    const [first, second] = [await serve(), await serve()];
    const allowedOrigins = [server.origin, first.origin, second.origin];
    const { send } = clientOf(server, { allowedOrigins, maxHosts: 2, breaker: { failures: 1 } });
    await expect(send()).rejects.toEqual(failure('unreachable'));
    for (const { origin } of [first, second, first])
      expect(await send({ url: origin })).toMatchObject({ status: 200 });
    await expect(send()).rejects.toEqual(failure('suspended'));
    // The connection to the first was closed when the second came.
    expect([first.connections(), second.connections()]).toEqual([2, 1]);
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

  it('a tenant has no breaker: however many connections have failed, the next one is made', async () => {
    const server = await serve();
    await server.stop();
    const { send, lines } = clientOf(server, { breaker: { failures: 1 } });
    for (let count = 0; count < 10; count += 1)
      await expect(send({ tenant: 'a' })).rejects.toEqual(failure('unreachable'));
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
