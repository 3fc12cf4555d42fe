import { type Block, createBlocks } from './blocks.ts';
import { type Counted, consumePoints, isFromMemory, resetSecondsOf } from './counted.ts';
import type { Decision } from './decision.ts';
import type { Fallback } from './fallback.ts';
import type { Call, Limiter } from './limiter.ts';
import type { Limit, LimitName } from './limits.ts';

interface ReservedPoints extends Block {
  /** Points of the limit that no process had reserved after this block was. */
  readonly unreserved: number;
  /** Whether it was reserved in this process because Redis did not answer. */
  readonly insured: boolean;
  /** Whether Redis was not asked, because this process knew that the limit is reached. */
  readonly fromMemory: boolean;
}

/** Points of `size` within the limit; fewer than `size` where the limit is reached inside of the block. */
function grantedOf(counted: Counted, size: number, limit: number): number {
  if (isFromMemory(counted)) return 0;
  const before = (counted.result?.consumedPoints ?? size) - size;
  return Math.max(0, Math.min(size, limit - before));
}

/**
 * Counts a limit in blocks of `size` points: most requests need no round trip to Redis. All processes together never allow more
 * than the limit. Fewer, if some hold points that they do not use: a caller of several processes may be refused as many blocks
 * early as there are other processes.
 */
export function createReservedCounter(
  limiter: Limiter,
  { name, limit, windowSeconds }: Limit & { readonly name: LimitName },
  size: number,
  fallback: Fallback,
): (key: string) => Decision | Promise<Decision> {
  return createBlocks<ReservedPoints, Decision>({
    async reserve(key) {
      // Before the call: Redis measures the rest of the window during it, so that the block ends before the window does.
      const askedAt = performance.now();
      const call: Call = { insured: false };
      const counted = await consumePoints(limiter, key, size, call);
      if (call.insured) fallback.notAnswered();
      else fallback.answered(counted);
      const granted = grantedOf(counted, size, limit);
      const { remainingPoints: unreserved = 0, msBeforeNext = 0 } = counted.result ?? {};
      return {
        granted,
        left: granted,
        unreserved,
        endsAt: askedAt + msBeforeNext,
        insured: call.insured,
        fromMemory: isFromMemory(counted),
      };
    },
    decide({ granted, left, unreserved, endsAt, insured, fromMemory }, hasReserved) {
      // Says nothing about Redis, which may be back since the block was reserved.
      if (insured) fallback.countedHere();
      fallback.decided(insured ? 'process' : hasReserved && !fromMemory ? 'redis' : 'reserved');
      return {
        name,
        limit,
        windowSeconds,
        remaining: unreserved + left,
        resetSeconds: resetSecondsOf(endsAt - performance.now()),
        allowed: granted > 0,
      };
    },
  });
}
