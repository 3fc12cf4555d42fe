import { randomUUID } from 'node:crypto';
import { backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import { createTurns, type Turn, TurnRefused, type TurnsOptions } from '@patchbay/runtime/turns';
import { digest } from './digest.ts';
import type { SharedBound } from './shared-bounds.ts';
import { createScript, redisNow, type SharedCounts } from './shared-counts.ts';

export interface SharedTurnsOptions extends Pick<TurnsOptions, 'maxWaiting' | 'refusal'> {
  readonly bound: SharedBound;
  /** Default: each process counts by itself. */
  readonly counts?: SharedCounts | undefined;
  /** Milliseconds until whoever waited in a process that was killed holds up nobody. Those who wait ask at least ten times as often. Default 1,000. */
  readonly placeMs?: number;
  readonly clock?: Pick<Clock, 'after' | 'every' | 'sleep' | 'uptime'>;
}

export interface SharedWaitOptions {
  /** Milliseconds until the wait is given up. */
  readonly timeoutMs: number;
  /** Ends the wait; `take` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns that are counted over all processes. While Redis does not answer, a process counts the turns that it holds itself. */
export interface SharedTurns {
  /** Takes a free turn; undefined if all turns of the key are held. Never rejects. */
  tryTake(key: string): Promise<Turn | undefined>;
  /**
   * Waits for a turn: first come, first served among those of a process, and among those of different processes that are the next of their
   * own. Rejects with a refusal or with the reason of the signal.
   */
  take(key: string, wait: SharedWaitOptions): Promise<Turn>;
}

// Members are turns, scores are the ends of their leases, by the clock of Redis.
const hold = `redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

const take = createScript(`${redisNow}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
${hold}`);

// KEYS[2]: who waits, by arrival in microseconds. KEYS[3]: until when they keep their places.
const takeInLine = createScript(`${redisNow}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('ZREM', KEYS[3], gone)
end
local before = redis.call('ZRANK', KEYS[2], ARGV[3]) or redis.call('ZCARD', KEYS[2])
if redis.call('ZCARD', KEYS[1]) + before >= tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[2], 'NX', time[1] * 1000000 + time[2], ARGV[3])
  redis.call('ZADD', KEYS[3], now + ARGV[4], ARGV[3])
  for index = 2, 3 do redis.call('PEXPIRE', KEYS[index], ARGV[4]) end
  return 0
end
for index = 2, 3 do redis.call('ZREM', KEYS[index], ARGV[3]) end
${hold}`);

// Also adds turns that Redis does not know, because it was unreachable or lost its data.
const renew = createScript(`${redisNow}
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`);

/**
 * Of one key at most `atOnce` turns are held, over all processes that share a Redis. Each turn is a lease: it is renewed while it is held,
 * given back on release, and ends by itself where its process was killed. A process that stood still for longer than a lease, or
 * that took turns while Redis was away, may hold more than `atOnce` together with others: these count as soon as it renews them.
 */
export function createSharedTurns({
  bound: { name, atOnce, leaseMs = 30_000 },
  counts,
  placeMs = 1_000,
  clock = systemClock,
  ...waits
}: SharedTurnsOptions): SharedTurns {
  const { refusal = (refused) => refused } = waits;
  /**
   * The turns that this process holds, and those who wait in it. Used while Redis does not answer, and to ask Redis for no more turns
   * than there are.
   */
  const own = createTurns({ ...waits, atOnce, clock });
  if (counts === undefined)
    return { tryTake: async (key) => own.tryTake(key), take: (key, wait) => own.take(key, wait) };

  const leases = new Map<string, Set<string>>();
  let renewal: Timer | undefined;
  const renewAll = async (): Promise<void> => {
    await Promise.all(
      [...leases].map(([key, ids]) => counts.tell({ script: renew, keys: [key], values: [leaseMs, ...ids] })),
    );
  };
  counts.onReady(() => void renewAll());

  const letGo = (key: string, id: string): void => {
    const ids = leases.get(key);
    ids?.delete(id);
    if (ids?.size === 0) leases.delete(key);
    if (leases.size > 0) return;
    renewal?.cancel();
    renewal = undefined;
  };

  /** The turn, which Redis has counted, or would have. */
  const leased = (key: string, id: string, turn: Turn): Turn => {
    const ids = leases.get(key) ?? new Set();
    leases.set(key, ids.add(id));
    renewal ??= clock.every(leaseMs / 3, renewAll);
    return {
      release() {
        letGo(key, id);
        // Sent before the next turn of this process is taken. Where it is lost, the lease ends by itself.
        void counts.remove([key], id);
        turn.release();
      },
    };
  };

  // The braces keep the keys of a line in one slot of a cluster.
  const counterOf = (key: string): string => `limit:turns:{${name}:${digest(key)}}`;

  return {
    async tryTake(key) {
      const turn = own.tryTake(key);
      if (turn === undefined) return undefined;
      const counter = counterOf(key);
      const id = randomUUID();
      const taken = await counts.count({ script: take, keys: [counter], values: [atOnce, leaseMs, id] });
      if (taken !== 0) return leased(counter, id, turn);
      turn.release();
      return undefined;
    },
    async take(key, { timeoutMs, signal }) {
      const end = clock.uptime() + timeoutMs;
      const turn = await own.take(key, { timeoutMs, signal });
      const counter = counterOf(key);
      const line = [`${counter}:line`, `${counter}:places`];
      const id = randomUUID();
      const asking = { script: takeInLine, keys: [counter, ...line], values: [atOnce, leaseMs, id, placeMs] };
      try {
        for (let refusals = 0; (await counts.count(asking)) === 0; refusals += 1) {
          const leftMs = end - clock.uptime();
          if (leftMs <= 0) throw refusal(new TurnRefused('timeout', `no turn within ${timeoutMs} ms`));
          // Often: until it asks again, nobody has the turn that is free.
          await clock.sleep(Math.min(leftMs, backoffMs(refusals, { min: 10, max: placeMs / 20 })), signal);
          signal?.throwIfAborted();
        }
      } catch (error) {
        void counts.remove(line, id);
        turn.release();
        throw error;
      }
      return leased(counter, id, turn);
    },
  };
}
