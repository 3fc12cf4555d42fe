import { randomUUID } from 'node:crypto';
import { digest } from '@patchbay/limits/digest';
import { createScript, redisNow, type SharedCounts } from '@patchbay/limits/shared-counts';
import type { Clock } from '@patchbay/runtime/clock';

/** Milliseconds in which a provider counts. Its minutes may begin at any time, so every minute is held to its limit. */
const minuteMs = 60_000;

/** A request that is counted, or when the next one may be. */
export type Share =
  | { readonly isGranted: true; giveBack(): void }
  | { readonly isGranted: false; readonly waitMs: number };

export interface FairShares {
  /** Counts a request of the organization to the provider. Never rejects: while Redis does not answer, the process counts alone. */
  take(provider: string, perMinute: number, organizationId: string): Promise<Share>;
}

/** The requests of one minute, in this process. */
interface Minute {
  /** When each organization asked last. */
  readonly asked: Map<string, number>;
  /** When each organization sent, oldest first. */
  readonly sent: Map<string, number[]>;
}

function createOwnShares(clock: Pick<Clock, 'uptime'>) {
  const minutes = new Map<string, Minute>();

  const minuteOf = (provider: string): Minute => {
    const minute: Minute = minutes.get(provider) ?? { asked: new Map(), sent: new Map() };
    minutes.set(provider, minute);
    const past = clock.uptime() - minuteMs;
    for (const [organization, at] of minute.asked) if (at <= past) minute.asked.delete(organization);
    for (const [organization, times] of minute.sent) {
      const first = times.findIndex((at) => at > past);
      if (first === -1) minute.sent.delete(organization);
      else times.splice(0, first);
    }
    return minute;
  };

  return {
    /** Milliseconds until the organization may send; 0: now. */
    waitOf(provider: string, perMinute: number, organizationId: string): number {
      const { asked, sent } = minuteOf(provider);
      asked.set(organizationId, clock.uptime());
      const own = sent.get(organizationId) ?? [];
      const all = [...sent.values()].flat();
      const isOver = own.length >= Math.floor(perMinute / (asked.size + 1));
      if (!isOver && all.length < perMinute) return 0;
      const oldest = isOver ? own[0] : Math.min(...all);
      return oldest === undefined ? minuteMs : oldest + minuteMs - clock.uptime();
    },
    add(provider: string, organizationId: string): () => void {
      const { asked, sent } = minuteOf(provider);
      const times = sent.get(organizationId) ?? [];
      const at = clock.uptime();
      asked.set(organizationId, at);
      sent.set(organizationId, times);
      times.push(at);
      return () => {
        const index = times.lastIndexOf(at);
        if (index !== -1) times.splice(index, 1);
      };
    },
  };
}

// Keys: requests of all organizations, of this one, and the organizations that asked; scores are times.
const take = createScript(`${redisNow}
local past = now - ${minuteMs}
for _, key in ipairs(KEYS) do redis.call('ZREMRANGEBYSCORE', key, '-inf', past) end
redis.call('ZADD', KEYS[3], now, ARGV[2])
redis.call('PEXPIRE', KEYS[3], ${minuteMs})
local limit = tonumber(ARGV[1])
local isOver = redis.call('ZCARD', KEYS[2]) >= math.floor(limit / (redis.call('ZCARD', KEYS[3]) + 1))
if isOver or redis.call('ZCARD', KEYS[1]) >= limit then
  local oldest = redis.call('ZRANGE', isOver and KEYS[2] or KEYS[1], 0, 0, 'WITHSCORES')
  if #oldest == 0 then return ${minuteMs} end
  return math.max(1, oldest[2] - past)
end
for index = 1, 2 do
  redis.call('ZADD', KEYS[index], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[index], ${minuteMs})
end
return 0`);

/**
 * Shares the limit that a provider sets for our app among the organizations that use it. Each one that asked in the last minute has an
 * equal part of the minute's requests, and one part more stays free for the next to come. Counted over all processes.
 */
export function createFairShares({
  counts,
  clock,
}: {
  readonly counts?: SharedCounts | undefined;
  readonly clock: Pick<Clock, 'uptime'>;
}): FairShares {
  const own = createOwnShares(clock);

  return {
    async take(provider, perMinute, organizationId) {
      const id = randomUUID();
      const organization = digest(organizationId);
      // The braces keep them in one slot of a cluster.
      const of = (what: string) => `limit:share:{${provider}}:${what}`;
      const sent = [of('all'), of(`organization:${organization}`)];
      const counting = {
        script: take,
        keys: [...sent, of('asked')],
        values: [perMinute, organization, id],
      };
      const waitMs =
        ((await counts?.count(counting)) as number | undefined) ??
        own.waitOf(provider, perMinute, organizationId);
      if (waitMs > 0) return { isGranted: false, waitMs };
      // What Redis has counted too: it may be away a moment later.
      const takeOut = own.add(provider, organizationId);
      return {
        isGranted: true,
        giveBack() {
          takeOut();
          void counts?.remove(sent, id);
        },
      };
    },
  };
}
