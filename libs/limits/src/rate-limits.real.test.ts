import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type RedisServer, startRedis } from '@patchbay/servers/redis';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLogger } from '@patchbay/telemetry/logger';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRateLimits, defaultLimits, type RateLimits } from './rate-limits.ts';
import { createRedis, type RedisConnection } from './redis.ts';

const limits = {
  ...defaultLimits,
  signUpPerEmail: { limit: 3, windowSeconds: 60 },
  signUpPerAddress: { limit: 3, windowSeconds: 60 },
};

const consume = async (rateLimits: RateLimits, key: string) => rateLimits.consume('signUpPerEmail', key);

/** A logger that collects its messages in `lines`. */
function recordingLogger() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) };
  return { lines, logger: createLogger({ service: 'test', destination }) };
}

describe('limits in redis', () => {
  const { lines, logger } = recordingLogger();
  let directory: TemporaryDirectory;
  let server: RedisServer;
  const connections: RedisConnection[] = [];

  /** Acts as another process: has its own connection and counters. */
  const open = async (): Promise<RateLimits> => {
    const redis = createRedis({ urls: [server.url] }, logger);
    connections.push(redis);
    await redis.start?.();
    return createRateLimits({ limits, redis, logger });
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

  it('a count that one process gives back is free in all processes, also where they refused the key', async () => {
    const [one, other] = [await open(), await open()];
    const key = randomUUID();
    const giveBack = () => one.giveBack('signUpPerEmail', key);
    const counting = [one, one, one, one, other, other];
    await Promise.all(counting.map((rateLimits) => consume(rateLimits, key)));
    for (const rateLimits of [one, other])
      expect(await consume(rateLimits, key)).toMatchObject({ allowed: false });
    for (let index = 0; index < 8; index += 1) await giveBack();
    expect(await other.peek('signUpPerEmail', key)).toMatchObject({ remaining: 3 });
    expect(await consume(other, key)).toMatchObject({ allowed: true, remaining: 2 });
    expect(await consume(one, key)).toMatchObject({ allowed: true, remaining: 1 });
    // More than was counted: the limit is not raised.
    for (let index = 0; index < 4; index += 1) await giveBack();
    expect(await consume(other, key)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('concurrent requests to two processes are allowed exactly as often as the limit says', async () => {
    const processes = [await open(), await open()];
    const key = randomUUID();
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => consume(processes[index % 2] as RateLimits, key)),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('redis stores neither tokens nor email addresses in plain text', async () => {
    const rateLimits = await open();
    const key = `person-${randomUUID()}@example.com`;
    await consume(rateLimits, key);
    const keys = await connections[0]?.client.keys('*');
    expect(keys?.length).toBeGreaterThan(0);
    expect(keys?.filter((stored) => stored.includes('person-'))).toEqual([]);
  });

  it('the process counts by itself while redis is down or hangs, logs that once, and returns to redis', {
    tags: 'soak',
  }, async () => {
    const rateLimits = await open();
    const key = randomUUID();
    await consume(rateLimits, key);
    for (const takeAway of [() => server.kill(), () => process.kill(server.pid as number, 'SIGSTOP')]) {
      lines.length = 0;
      await takeAway();
      const local = randomUUID();
      for (const remaining of [2, 1, 0])
        expect(await consume(rateLimits, local)).toMatchObject({ allowed: true, remaining });
      expect(await consume(rateLimits, local)).toMatchObject({ allowed: false });
      expect(await rateLimits.peek('signUpPerEmail', local)).toMatchObject({ allowed: false });
      expect(
        lines.filter((line) => line.startsWith('limits are counted in this process alone')),
      ).toHaveLength(1);

      if (server.pid !== undefined) process.kill(server.pid, 'SIGCONT');
      await server.start();
      await vi.waitFor(
        async () => {
          await consume(rateLimits, randomUUID());
          expect(lines).toContain('limits are counted in redis again');
        },
        { timeout: 120_000, interval: 50 },
      );
    }
  });

  it('a redis that hangs delays only the first requests', { tags: 'soak' }, async () => {
    const rateLimits = await open();
    const key = randomUUID();
    await consume(rateLimits, key);
    lines.length = 0;
    process.kill(server.pid as number, 'SIGSTOP');
    try {
      const hung = performance.now();
      const first = await Promise.all([
        consume(rateLimits, key),
        rateLimits.peek('signUpPerEmail', key),
        consume(rateLimits, randomUUID()),
      ]);
      expect(first.every(({ allowed }) => allowed)).toBe(true);
      expect(performance.now() - hung).toBeLessThan(2_000);
      const delays: number[] = [];
      // Longer than the command timeout, a reconnect and the timeout of the new connection together.
      while (performance.now() - hung < 3_000) {
        const before = performance.now();
        await consume(rateLimits, randomUUID());
        await rateLimits.peek('signUpPerEmail', key);
        delays.push(performance.now() - before);
        await setTimeout(20);
      }
      expect(Math.max(...delays)).toBeLessThan(400);
    } finally {
      process.kill(server.pid as number, 'SIGCONT');
    }
    await vi.waitFor(
      async () => {
        await consume(rateLimits, randomUUID());
        expect(lines).toContain('limits are counted in redis again');
      },
      { timeout: 120_000, interval: 50 },
    );
  });

  it('a key that has used up its limit stays refused when redis goes down', async () => {
    const rateLimits = await open();
    const count = (key: string) => rateLimits.consume('signUpPerAddress', key);
    const key = randomUUID();
    for (let index = 0; index < 3; index += 1) await count(key);
    await server.kill();
    lines.length = 0;
    expect(await count(key)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await count(randomUUID())).toMatchObject({ allowed: true, remaining: 2 });
    // A refusal from memory does not prove that redis is reachable.
    expect(await count(key)).toMatchObject({ allowed: false });
    expect(lines).not.toContain('limits are counted in redis again');
    await server.start();
  });

  it('limits work if redis is down when the process starts', async () => {
    await server.stop();
    const rateLimits = await open();
    expect(await consume(rateLimits, randomUUID())).toMatchObject({ allowed: true, remaining: 2 });
    await server.start();
  });
});
