import { randomUUID } from 'node:crypto';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import type { Turn } from '@patchbay/runtime/turns';
import { type RedisServer, startRedis } from '@patchbay/servers/redis';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLog } from '@patchbay/testing/log';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRedis } from './redis.ts';
import { createSharedCounts } from './shared-counts.ts';
import { createSharedTurns } from './shared-turns.ts';

const atOnce = 16;
const placeMs = 60_000;

describe('turns in redis', () => {
  let directory: TemporaryDirectory;
  let server: RedisServer;
  /** Looks at what Redis holds, and changes it. */
  let admin: Redis;

  beforeAll(async () => {
    directory = await createTemporaryDirectory();
    server = await startRedis({ directory: directory.path });
    admin = new Redis(server.url);
    // It is stopped on purpose.
    admin.on('error', () => {});
  });
  afterAll(async () => {
    admin.disconnect();
    await server.stop();
    await directory.remove();
  });

  /** Acts as another process: has its own connection, counters and clock, and can be killed. */
  const open = async (name: string = randomUUID(), bound = atOnce) => {
    const { lines, logger } = createLog();
    const clock = createManualClock();
    const redis = createRedis({ urls: [server.url] }, logger);
    onTestFinished(() => redis.stop?.());
    await redis.start?.();
    const counts = createSharedCounts({ redis, logger, clock });
    // A test never waits for the clock of Redis: it moves the ends that Redis has.
    const turns = createSharedTurns({ bound: { name, atOnce: bound }, counts, placeMs, clock });
    return {
      name,
      lines,
      clock,
      turns,
      /** Resolves when Redis has done what this process has sent, and the process knows. */
      sent: async () => {
        await redis.client.ping();
        await new Promise(setImmediate);
      },
      kill: () => redis.client.disconnect(),
    };
  };
  type Process = Awaited<ReturnType<typeof open>>;
  const openAll = async (
    processes: number,
    bound = atOnce,
  ): Promise<readonly [Process, Process, Process, ...Process[]]> => {
    const name = randomUUID();
    const all = await Promise.all(Array.from({ length: processes }, () => open(name, bound)));
    return all as unknown as readonly [Process, Process, Process, ...Process[]];
  };

  const counterOf = async (name: string): Promise<string> =>
    (await admin.keys(`limit:turns:{${name}:*}`))[0] ?? '';
  const endLeases = async (name: string): Promise<void> => {
    const counter = await counterOf(name);
    for (const id of await admin.zrange(counter, '0', '-1')) await admin.zadd(counter, 1, id);
  };
  const takeAll = async (turns: { tryTake(key: string): Promise<Turn | undefined> }, count: number) =>
    (await Promise.all(Array.from({ length: count }, () => turns.tryTake('a')))).filter(
      (turn) => turn !== undefined,
    );

  it.each([1, 2, 8])('%i processes never hold more turns of a key than there are', async (count) => {
    const processes = await openAll(count);
    const callers = processes.flatMap((each) => Array.from({ length: 48 / count }, () => each));
    // All ask at once, and hold what they get until the last one is answered.
    const first = await Promise.all(callers.map(({ turns }) => turns.tryTake('a')));
    expect(first.filter((turn) => turn !== undefined)).toHaveLength(atOnce);
    for (const turn of first) turn?.release();
    // Then each takes and gives back in its own time.
    let running = 0;
    let most = 0;
    const work = async ({ turns }: Process): Promise<void> => {
      for (let round = 0; round < 10; round += 1) {
        const turn = await turns.tryTake('a');
        if (turn === undefined) continue;
        running += 1;
        most = Math.max(most, running);
        await admin.ping();
        running -= 1;
        turn.release();
      }
    };
    await Promise.all(callers.map(work));
    expect(most).toBeLessThanOrEqual(atOnce);
    await Promise.all(processes.map(({ sent }) => sent()));
    // All turns are free again.
    expect(await takeAll(processes[0].turns, 17)).toHaveLength(atOnce);
  });

  it('turns of different keys and of different names do not count for each other', async () => {
    const [one, other] = [await open(), await open()];
    expect(await takeAll(one.turns, 16)).toHaveLength(16);
    expect(await one.turns.tryTake('b')).toBeDefined();
    expect(await other.turns.tryTake('a')).toBeDefined();
  });

  it('a turn that is released twice is given back once', async () => {
    const [one, other] = await openAll(2);
    const [first] = await takeAll(one.turns, 16);
    first?.release();
    first?.release();
    expect(await takeAll(one.turns, 2)).toHaveLength(1);
    expect(await takeAll(other.turns, 1)).toEqual([]);
  });

  it('the turns of a process that was killed are free when their leases have ended', async () => {
    const [killed, other] = await openAll(2);
    expect(await takeAll(killed.turns, 16)).toHaveLength(16);
    killed.kill();
    const counter = await counterOf(killed.name);
    // The key goes too, also where nobody asks for a turn any more.
    expect(await admin.pttl(counter)).toBeGreaterThan(0);
    expect(await admin.pttl(counter)).toBeLessThanOrEqual(30_000);
    const [now] = await admin.time();
    for (const end of (await admin.zrange(counter, '0', '-1', 'WITHSCORES')).filter(
      (_, index) => index % 2 === 1,
    ))
      expect(Number(end) - Number(now) * 1_000).toBeLessThanOrEqual(31_000);
    expect(await takeAll(other.turns, 1)).toEqual([]);
    await endLeases(killed.name);
    expect(await takeAll(other.turns, 17)).toHaveLength(16);
  });

  it('a turn is kept for as long as it is held, and nothing is renewed when none is', async () => {
    const [holder, other] = await openAll(2);
    const held = await takeAll(holder.turns, 16);
    for (let round = 0; round < 3; round += 1) {
      await endLeases(holder.name);
      await holder.clock.advance(10_000);
      expect(await takeAll(other.turns, 1)).toEqual([]);
    }
    for (const turn of held) turn.release();
    await holder.sent();
    expect(holder.clock.waiting()).toBe(0);
    expect(await takeAll(other.turns, 17)).toHaveLength(16);
  });

  it('turns that redis has lost count again when they are renewed', async () => {
    const [holder, other] = await openAll(2);
    await takeAll(holder.turns, 16);
    await admin.flushall();
    await holder.clock.advance(10_000);
    expect(await takeAll(other.turns, 1)).toEqual([]);
  });

  it('while redis is away each process counts alone, logs it once, and all count together when it is back', async () => {
    const [one, other] = await openAll(2);
    const before = await takeAll(one.turns, 4);
    const counter = await counterOf(one.name);
    await server.kill();
    // Never more than the turns of one process, those from before included.
    const alone = await takeAll(one.turns, 20);
    expect(alone).toHaveLength(12);
    expect(await takeAll(other.turns, 20)).toHaveLength(16);
    const told = () =>
      one.lines.filter(({ msg }) =>
        String(msg).startsWith('turns and shares are counted in this process alone'),
      );
    expect(told()).toHaveLength(1);
    before[0]?.release();
    expect(await takeAll(one.turns, 2)).toHaveLength(1);

    await server.start();
    // Turns that were taken meanwhile count as soon as a connection is ready again.
    await vi.waitFor(async () => expect(await admin.zcard(counter)).toBeGreaterThanOrEqual(32), {
      timeout: 120_000,
    });
    const third = await open(one.name);
    expect(await takeAll(third.turns, 1)).toEqual([]);
    await one.clock.advance(2_000);
    alone[0]?.release();
    expect(await takeAll(one.turns, 1)).toEqual([]);
    expect(one.lines).toContainEqual(
      expect.objectContaining({ msg: 'turns and shares are counted in redis again' }),
    );
  });

  describe('waits', () => {
    const wait = { timeoutMs: 3_600_000 };
    /** Lets each process ask Redis again, and hear the answer. */
    const askAgain = async (...processes: readonly Process[]): Promise<void> => {
      for (const { clock, sent } of processes) {
        await clock.advance(placeMs / 20);
        await sent();
      }
    };
    /** Notes who has a turn, in the order in which they get it. */
    const watch = () => {
      const begun: string[] = [];
      const held = new Map<string, Turn>();
      return {
        begun,
        ask: async (process: Process, who: string): Promise<void> => {
          const take = async (): Promise<void> => {
            const turn = await process.turns.take('a', wait);
            begun.push(who);
            held.set(who, turn);
          };
          take().catch(() => {});
          await process.sent();
        },
        end: (who: string) => held.get(who)?.release(),
      };
    };

    it.each([1, 3, 8])(
      '%i processes give turns to all who wait, and never more at once than there are',
      async (count) => {
        const processes = await openAll(count, 2);
        let running = 0;
        let most = 0;
        const done: Process[] = [];
        const work = async (process: Process): Promise<void> => {
          const turn = await process.turns.take('a', wait);
          running += 1;
          most = Math.max(most, running);
          await admin.ping();
          running -= 1;
          done.push(process);
          turn.release();
        };
        const all = Promise.all(processes.flatMap((each) => Array.from({ length: 6 }, () => work(each))));
        while (done.length < 6 * processes.length) await askAgain(...processes);
        await all;
        expect(most).toBeLessThanOrEqual(2);
        await Promise.all(processes.map(({ sent }) => sent()));
        expect(await counterOf(processes[0].name)).toBe('');
      },
    );

    it('whoever has just had a turn does not come before the next of another process', async () => {
      const [one, other] = await openAll(2, 1);
      const { ask, begun, end } = watch();
      await ask(one, 'one');
      await ask(one, 'one again');
      await ask(other, 'other');
      end('one');
      await one.sent();
      expect(begun).toEqual(['one']);
      await askAgain(other);
      expect(begun).toEqual(['one', 'other']);
      end('other');
      await other.sent();
      await askAgain(one);
      expect(begun).toEqual(['one', 'other', 'one again']);
    });

    it('a process that was killed keeps nobody waiting for its place in the line', async () => {
      const [holder, killed, last] = await openAll(3, 1);
      const { ask, begun, end } = watch();
      await ask(holder, 'holder');
      await ask(killed, 'killed');
      await ask(last, 'last');
      killed.kill();
      end('holder');
      await holder.sent();
      await askAgain(last);
      expect(begun).toEqual(['holder']);
      // The place ends by the clock of Redis.
      const [line = ''] = await admin.keys(`limit:turns:{${last.name}:*}:line`);
      const places = line.replace(/line$/, 'places');
      const [first = ''] = await admin.zrange(line, '0', '0');
      const [now] = await admin.time();
      expect(Number(await admin.zscore(places, first)) - Number(now) * 1_000).toBeLessThanOrEqual(61_000);
      await admin.zadd(places, 1, first);
      await askAgain(last);
      expect(begun).toEqual(['holder', 'last']);
    });

    it('a wait ends after its time or with its signal, and leaves the line', async () => {
      const [holder, other] = await openAll(2, 1);
      const turn = await holder.turns.tryTake('a');
      const late = other.turns.take('a', { timeoutMs: 5_000 });
      late.catch(() => {});
      await other.sent();
      for (let round = 0; round < 3; round += 1) await askAgain(other);
      await expect(late).rejects.toMatchObject({ name: 'TurnRefused', refusal: 'timeout' });
      const left = new AbortController();
      const aborted = other.turns.take('a', { ...wait, signal: left.signal });
      aborted.catch(() => {});
      await other.sent();
      left.abort(new Error('the client has left'));
      await expect(aborted).rejects.toThrow('the client has left');
      await other.sent();
      expect(await admin.keys(`limit:turns:{${other.name}:*}:*`)).toEqual([]);
      turn?.release();
      await holder.sent();
      expect(await other.turns.take('a', wait)).toBeDefined();
    });

    it('whoever waits while redis goes away gets a turn of its own process', async () => {
      const [holder, other] = await openAll(2, 1);
      const { ask, begun } = watch();
      await ask(holder, 'holder');
      await ask(other, 'other');
      await ask(other, 'other again');
      await server.kill();
      try {
        await other.clock.advance(placeMs / 20);
        await vi.waitFor(() => expect(begun).toEqual(['holder', 'other']), { timeout: 120_000 });
      } finally {
        await server.start();
      }
    });
  });
});
