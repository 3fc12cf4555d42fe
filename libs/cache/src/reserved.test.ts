import { createLogger } from '@patchbay/telemetry/logger';
import * as fc from 'fast-check';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Decision } from './decision.ts';
import { createFallback } from './fallback.ts';
import type { Call, Limiter } from './limiter.ts';
import { createReservedCounter } from './reserved.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const windowSeconds = 60;

/** Gateways that share one counter, each with blocks of its own. */
function createGateways(number: number, limit: number, size: number) {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  return Array.from({ length: number }, () =>
    createReservedCounter(
      limiter,
      { name: 'requestPerCaller', limit, windowSeconds },
      size,
      createFallback(logger),
    ),
  );
}

it('logs once that Redis is back, when it has answered for a while, and while blocks of the time without it are still handed out', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: unknown[] = [];
  const destination = {
    write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  };
  const fallback = createFallback(createLogger({ service: 'test', destination }));
  const counter = new RateLimiterMemory({ points: 100, duration: windowSeconds });
  let isReachable = false;
  const limiter: Limiter = {
    consume: (key, points, call?: Partial<Call>) => {
      if (call !== undefined) call.insured = !isReachable;
      return counter.consume(key, points);
    },
    get: (key) => counter.get(key),
    reward: (key, points) => counter.reward(key, points),
    delete: (key) => counter.delete(key),
  };
  const consume = createReservedCounter(
    limiter,
    { name: 'requestPerCaller', limit: 100, windowSeconds },
    10,
    fallback,
  );
  await consume('a');
  isReachable = true;
  vi.advanceTimersByTime(1_900);
  await consume('soon');
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(200);
  for (let request = 0; request < 5; request += 1) {
    await consume('a');
    await consume(`other ${request}`);
  }
  expect(lines).toEqual([
    'limits are counted in this process alone, redis is not reachable',
    'limits are counted in redis again',
  ]);
});

describe('a limit that is reserved in blocks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('counts down by one for each request to one gateway, also where the last block is a part of one', async () => {
    const [consume] = createGateways(1, 250, 12);
    for (let remaining = 249; remaining >= 0; remaining -= 1)
      expect(await consume?.('a')).toMatchObject({ allowed: true, remaining, resetSeconds: 60 });
    expect(await consume?.('a')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(await consume?.('b')).toMatchObject({ allowed: true, remaining: 249 });
  });

  it('opens again when the window that began with the first request ends', async () => {
    const [consume] = createGateways(1, 20, 5);
    await consume?.('a');
    vi.advanceTimersByTime(59_500);
    expect(await consume?.('a')).toMatchObject({ remaining: 18, resetSeconds: 1 });
    vi.advanceTimersByTime(500);
    expect(await consume?.('a')).toMatchObject({ allowed: true, remaining: 19, resetSeconds: 60 });
  });

  it('never lets more through than the limit in a window, and all of it but blocks that others hold', async () => {
    const step = fc.record({ gateway: fc.nat(2), requests: fc.integer({ min: 1, max: 40 }) });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 2, max: 12 }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (limit, size, steps) => {
        const gateways = createGateways(3, limit, size);
        const decisions: Decision[] = [];
        for (const { gateway, requests } of steps) {
          const consume = gateways[gateway];
          if (consume === undefined) throw new Error('no such gateway');
          const all = Array.from({ length: requests }, async () => consume('a'));
          decisions.push(...(await Promise.all(all)));
        }
        const allowed = decisions.filter((decision) => decision.allowed).length;
        expect(allowed).toBeLessThanOrEqual(limit);
        // Whoever is refused was so at most two blocks early: those that the two other gateways hold.
        const isAnyRefused = allowed < decisions.length;
        expect(allowed).toBeGreaterThan(isAnyRefused ? limit - 2 * size : 0);
        for (const { remaining } of decisions) expect(remaining).toBeLessThan(limit);
        vi.advanceTimersByTime(windowSeconds * 1_000);
        expect(await gateways[0]?.('a')).toMatchObject({ allowed: true, remaining: limit - 1 });
      },
    );
    await fc.assert(property, { numRuns: 200, seed: 14 });
  });
});
