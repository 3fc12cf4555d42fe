import { randomUUID } from 'node:crypto';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import { createTurns, type Turn } from '@patchbay/runtime/turns';
import { digest } from './digest.ts';
import { createScript, redisNow, type SharedCounts } from './shared-counts.ts';

export interface SharedTurnsOptions {
  /** Prefix of the counters in Redis, the same in all processes that share them. */
  readonly name: string;
  /** How many hold a turn of one key at the same time. */
  readonly atOnce: number;
  /** Default: each process counts by itself. */
  readonly counts?: SharedCounts | undefined;
  /** Milliseconds until the turns of a process that was killed are free. Those that are held are renewed three times as often. Default 30,000. */
  readonly leaseMs?: number;
  readonly clock?: Pick<Clock, 'every'>;
}

/** Turns that are counted over all processes. Nobody waits for one: waits would need a line that all processes share. */
export interface SharedTurns {
  /**
   * Takes a free turn; undefined if all turns of the key are held. Never rejects: while Redis does not answer, the process counts the
   * turns that it holds itself.
   */
  tryTake(key: string): Promise<Turn | undefined>;
}

// Members are turns, scores are the ends of their leases, by the clock of Redis.
const take = createScript(`${redisNow}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`);

// Also adds turns that Redis does not know, because it was unreachable or lost its data.
const renew = createScript(`${redisNow}
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`);

const giveBack = createScript(`return redis.call('ZREM', KEYS[1], ARGV[1])`);

/**
 * Of one key at most `atOnce` turns are held, over all processes that share a Redis. Each turn is a lease: it is renewed while it is held,
 * given back on release, and ends by itself where its process was killed. A process that stood still for longer than a lease, or
 * that took turns while Redis was away, may hold more than `atOnce` together with others: these count as soon as it renews them.
 */
export function createSharedTurns({
  name,
  atOnce,
  counts,
  leaseMs = 30_000,
  clock = systemClock,
}: SharedTurnsOptions): SharedTurns {
  /**
   * The turns that this process holds. Used while Redis does not answer, and to refuse without a call when this process alone holds all
   * turns.
   */
  const own = createTurns({ atOnce, maxWaiting: 0 });
  if (counts === undefined) return { tryTake: async (key) => own.tryTake(key) };

  const leases = new Map<string, Set<string>>();
  let renewal: Timer | undefined;
  const renewAll = async (): Promise<void> => {
    await Promise.all(
      [...leases].map(([key, ids]) => counts.tell({ script: renew, keys: [key], values: [leaseMs, ...ids] })),
    );
  };
  counts.onReady(() => void renewAll());

  const hold = (key: string, id: string): void => {
    const ids = leases.get(key) ?? new Set();
    leases.set(key, ids.add(id));
    renewal ??= clock.every(leaseMs / 3, renewAll);
  };
  const letGo = (key: string, id: string): void => {
    const ids = leases.get(key);
    ids?.delete(id);
    if (ids?.size === 0) leases.delete(key);
    if (leases.size > 0) return;
    renewal?.cancel();
    renewal = undefined;
  };

  return {
    async tryTake(key) {
      const turn = own.tryTake(key);
      if (turn === undefined) return undefined;
      const counter = `limit:turns:${name}:${digest(key)}`;
      const id = randomUUID();
      const taken = await counts.count({ script: take, keys: [counter], values: [atOnce, leaseMs, id] });
      if (taken === 0) {
        turn.release();
        return undefined;
      }
      hold(counter, id);
      return {
        release() {
          letGo(counter, id);
          // Sent before the next turn of this process is taken. Where it is lost, the lease ends by itself.
          void counts.tell({ script: giveBack, keys: [counter], values: [id] });
          turn.release();
        },
      };
    },
  };
}
