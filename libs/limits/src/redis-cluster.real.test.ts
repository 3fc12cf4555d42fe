import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLog } from '@patchbay/testing/log';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { digest } from './digest.ts';
import { createRateLimits, defaultLimits, type RateLimits } from './rate-limits.ts';
import { createRedis, type RedisConnection } from './redis.ts';
import { nodeOfSlot, type RedisCluster, startRedisCluster } from './redis-cluster.fixture.ts';

const password = 'password-of-the-cluster';
const limits = { ...defaultLimits, signUpPerEmail: { limit: 3, windowSeconds: 60 } };

describe('limits in a redis cluster', { tags: 'soak' }, () => {
  const { lines, logger } = createLog();
  const connections: RedisConnection[] = [];
  let directory: TemporaryDirectory;
  let cluster: RedisCluster;
  /** Reads the map of slots, from a node that is never killed. */
  let admin: Redis;

  /** Acts as another process: has its own connections and counters. */
  const open = async (secret = password): Promise<RateLimits> => {
    // The other nodes are found by asking the second one.
    const url = new URL(cluster.nodes[1]?.url ?? '');
    url.username = 'limits';
    url.password = secret;
    const redis = createRedis({ urls: [url.href], cluster: true }, logger);
    connections.push(redis);
    await redis.start?.();
    return createRateLimits({ limits, redis, logger });
  };
  const consume = async (rateLimits: RateLimits, key: string) => rateLimits.consume('signUpPerEmail', key);
  const messages = () => lines.map(({ msg }) => msg);

  const portOf = (index: number) => Number(new URL(cluster.nodes[index]?.url ?? '').port);
  const counterOf = (key: string) => `limit:signUpPerEmail:${digest(key)}`;
  /** A key whose counter the node has at the beginning. */
  const keyOn = async (index: number): Promise<string> => {
    for (;;) {
      const key = randomUUID();
      const slot = await admin.cluster('KEYSLOT', counterOf(key));
      if (nodeOfSlot(slot) === index) return key;
    }
  };

  beforeAll(async () => {
    directory = await createTemporaryDirectory();
    cluster = await startRedisCluster(directory.path, password);
    admin = new Redis(portOf(1), '127.0.0.1', { password });
  });
  afterAll(async () => {
    for (const redis of connections) await redis.stop?.();
    admin.disconnect();
    await cluster.stop();
    await directory.remove();
  });

  it('all processes share a limit, whichever node of the cluster has its counter', async () => {
    const [one, other] = [await open(), await open()];
    for (const index of [0, 1, 2]) {
      const key = await keyOn(index);
      expect(await consume(one, key)).toMatchObject({ allowed: true, remaining: 2 });
      expect(await consume(other, key)).toMatchObject({ allowed: true, remaining: 1 });
      expect(await one.peek('signUpPerEmail', key)).toMatchObject({ allowed: true, remaining: 1 });
      await other.giveBack('signUpPerEmail', key);
      expect(await one.peek('signUpPerEmail', key)).toMatchObject({ remaining: 2 });
      const all = Array.from({ length: 10 }, (_, turn) => consume(turn % 2 ? one : other, key));
      expect((await Promise.all(all)).filter(({ allowed }) => allowed)).toHaveLength(2);
    }
    expect(lines).toEqual([]);
  });

  it('the process counts the limits of a node that hangs, and redis those of the other nodes', async () => {
    const [one, other] = [await open(), await open()];
    const [lost, kept] = [await keyOn(2), await keyOn(1)];
    const hanging = cluster.nodes[2]?.pid ?? 0;
    /** Hundredths of a second in which this process ran. A pause of the machine counts as one, however long it is. */
    const clock = { ticks: 0 };
    const ticking = setInterval(() => {
      clock.ticks += 1;
    }, 10);
    onTestFinished(() => clearInterval(ticking));
    process.kill(hanging, 'SIGSTOP');
    onTestFinished(() => void process.kill(hanging, 'SIGCONT'));
    for (const remaining of [2, 1, 0])
      expect(await consume(one, lost)).toMatchObject({ allowed: true, remaining });
    expect(await one.peek('signUpPerEmail', lost)).toMatchObject({ allowed: false });
    const delays: number[] = [];
    // 2.5 s: longer than the command timeout, a reconnect and the timeout of the new connection together.
    for (const end = clock.ticks + 250; clock.ticks < end; await setTimeout(20)) {
      const before = clock.ticks;
      await Promise.all([consume(one, kept), consume(one, lost)]);
      delays.push(clock.ticks - before);
    }
    expect(Math.max(...delays)).toBeLessThan(40);
    expect(await consume(other, lost)).toMatchObject({ allowed: true, remaining: 2 });
    expect(await consume(other, kept)).toMatchObject({ allowed: false });
    const told = messages();
    // One for each of the two processes, and of those only that have asked.
    expect(told.filter((text) => text === 'a node of redis is not reachable').length).toBeLessThanOrEqual(
      connections.length,
    );
    expect(
      told.filter((text) => text === 'limits are counted in this process alone, redis is not reachable'),
    ).toHaveLength(2);
    expect(told).not.toContain('limits are counted in redis again');

    process.kill(hanging, 'SIGCONT');
    await vi.waitFor(
      async () => {
        await consume(one, await keyOn(2));
        expect(messages()).toContain('limits are counted in redis again');
      },
      { timeout: 120_000, interval: 200 },
    );
    const key = await keyOn(2);
    await vi.waitFor(
      async () => {
        await consume(one, key);
        expect(await other.peek('signUpPerEmail', key)).toMatchObject({ allowed: false });
      },
      { timeout: 120_000, interval: 200 },
    );
  });

  it('the replica of a node that was killed goes on with its counts', async () => {
    const rateLimits = await open();
    const key = await keyOn(0);
    for (const remaining of [2, 1]) expect(await consume(rateLimits, key)).toMatchObject({ remaining });
    const replica = new Redis(portOf(3), '127.0.0.1', { password, readOnly: true });
    onTestFinished(() => replica.disconnect());
    await expect.poll(() => replica.get(counterOf(key))).toBe('2');
    await cluster.nodes[0]?.kill();
    await vi.waitFor(
      async () => {
        // Without a fallback: what the replica has.
        expect(await rateLimits.peek('signUpPerEmail', key)).toMatchObject({ remaining: 1 });
      },
      { timeout: 120_000, interval: 200 },
    );
    expect(await consume(rateLimits, key)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await consume(rateLimits, key)).toMatchObject({ allowed: false });
  });

  it('with a wrong password the process counts by itself, and no log line has the password', async () => {
    lines.length = 0;
    const wrong = 'wrong-password-of-the-cluster';
    const rateLimits = await open(wrong);
    expect(await consume(rateLimits, randomUUID())).toMatchObject({ allowed: true, remaining: 2 });
    expect(messages()).toContain('redis is not reachable');
    expect(JSON.stringify(lines)).not.toContain(wrong);
  });
});
