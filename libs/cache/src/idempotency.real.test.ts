import { randomUUID } from 'node:crypto';
import { type RedisServer, startRedis } from '@patchbay/servers/redis';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLogger } from '@patchbay/telemetry/logger';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createIdempotencyStore, type IdempotencyOptions, type IdempotencyStore } from './idempotency.ts';
import { createRedis, type RedisConnection } from './redis.ts';

const requestOf = (key: string = randomUUID()) => ({
  key,
  scope: ['user 0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01', 'POST /v1/things'],
  body: '{"name":"a"}',
});

/** A logger that collects its messages in `lines`. */
function recordingLogger() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) };
  return { lines, logger: createLogger({ service: 'test', destination }) };
}

const first = async (store: IdempotencyStore, request: ReturnType<typeof requestOf>) => {
  const attempt = await store.begin(request);
  if (attempt.state !== 'first') throw new Error(`expected to be the first, but: ${attempt.state}`);
  return attempt;
};

describe('idempotency in redis', () => {
  const { lines, logger } = recordingLogger();
  let directory: TemporaryDirectory;
  let server: RedisServer;
  const connections: RedisConnection[] = [];

  /** Acts as another process: has its own connection and claims. */
  const open = async (options: Partial<IdempotencyOptions> = {}) => {
    const redis = createRedis(server.url, logger);
    connections.push(redis);
    await redis.start?.();
    return { client: redis.client, ...createIdempotencyStore({ redis, logger, ...options }) };
  };

  beforeAll(async () => {
    directory = await createTemporaryDirectory();
    server = await startRedis({ directory: directory.path });
  });
  afterAll(async () => {
    for (const redis of connections) await redis.stop?.();
    await server.stop();
    await directory.remove();
  });

  it('is shared by all processes', async () => {
    const [one, other] = [await open(), await open()];
    const request = requestOf();
    const { keep } = await first(one, request);
    expect(await other.begin(request)).toEqual({ state: 'running' });
    await keep('answer');
    for (const store of [one, other]) {
      expect(await store.begin(request)).toEqual({ state: 'answered', answer: 'answer' });
      expect(await store.begin({ ...request, body: 'b' })).toEqual({ state: 'answered another body' });
    }
  });

  it('lets exactly one begin of many that come at once', async () => {
    const stores = [await open(), await open()];
    const request = requestOf();
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (stores[index % 2] as IdempotencyStore).begin(request)),
    );
    expect(attempts.filter(({ state }) => state === 'first')).toHaveLength(1);
    expect(attempts.filter(({ state }) => state === 'running')).toHaveLength(19);
  });

  it('frees the key of a request that failed', async () => {
    const [one, other] = [await open(), await open()];
    const request = requestOf();
    await (await first(one, request)).release();
    expect(await other.begin(request)).toMatchObject({ state: 'first' });
  });

  it('ends an answer after its time', async () => {
    const [one, other] = [await open({ keepMs: 1_000 }), await open()];
    const request = requestOf();
    await (await first(one, request)).keep('answer');
    expect(await other.begin(request)).toMatchObject({ state: 'answered' });
    await vi.waitFor(() => first(other, request), { timeout: 10_000 });
  });

  it.each(['keep', 'release'] as const)(
    'does not let a request that outlived its claim end that of another: %s',
    async (end) => {
      const [slow, other, third] = [await open({ claimMs: 50 }), await open(), await open()];
      const request = requestOf();
      const late = await first(slow, request);
      const next = await vi.waitFor(() => first(other, request), { timeout: 10_000 });
      await late[end]('late');
      expect(await third.begin(request)).toEqual({ state: 'running' });
      await next.keep('next');
      await late[end]('later still');
      for (const store of [slow, other, third])
        expect(await store.begin(request)).toEqual({ state: 'answered', answer: 'next' });
    },
  );

  it('keeps nothing in redis that the store alone could read', async () => {
    const store = await open();
    const request = requestOf(`order-${randomUUID()}`);
    const { keep } = await first(store, request);
    const stored = async () => {
      const keys = await store.client.keys('idempotency:*');
      return [...keys, ...(await store.client.mget(keys))].join('\n');
    };
    const secrets = [request.key, '0199c1f0', '/v1/things', '"name"', 'pby_'];
    const claimed = await stored();
    await keep('{"key":"pby_a-raw-key"}');
    const kept = await stored();
    expect(kept).not.toBe(claimed);
    for (const text of [claimed, kept]) {
      for (const secret of secrets) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(Buffer.from(secret).toString('base64url').slice(0, -2));
      }
    }
    expect(await store.begin(request)).toEqual({ state: 'answered', answer: '{"key":"pby_a-raw-key"}' });
  });

  it('goes on in the process while redis is away or hangs, says so once, and returns to redis', async () => {
    const store = await open();
    for (const takeAway of [() => server.kill(), () => process.kill(server.pid as number, 'SIGSTOP')]) {
      lines.length = 0;
      const [begun, fresh] = [requestOf(), requestOf()];
      const { keep } = await first(store, begun);
      await takeAway();
      // A request that was claimed in redis is not handled again when redis fails.
      expect(await store.begin(begun)).toEqual({ state: 'running' });
      await keep('begun');
      await (await first(store, fresh)).keep('fresh');
      expect(await store.begin(begun)).toEqual({ state: 'answered', answer: 'begun' });
      expect(await store.begin(fresh)).toEqual({ state: 'answered', answer: 'fresh' });
      expect(lines.filter((line) => line.includes('kept in this process alone'))).toHaveLength(1);

      if (server.pid !== undefined) process.kill(server.pid, 'SIGCONT');
      await server.start();
      await vi.waitFor(
        async () => {
          await (await first(store, requestOf())).release();
          expect(lines).toContain('answers to idempotency keys are kept in redis again');
        },
        { timeout: 10_000, interval: 50 },
      );
      expect(await store.begin(begun)).toEqual({ state: 'answered', answer: 'begun' });
    }
  });
});
