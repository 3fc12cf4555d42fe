import { createLogger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimits, defaultLimits } from './rate-limits.ts';
import { createRedis } from './redis.ts';

vi.mock(import('@patchbay/telemetry/metrics'), { spy: true });

const logger = createLogger({ service: 'test', level: 'silent' });
const limits = { ...defaultLimits, signUpPerEmail: { limit: 2, windowSeconds: 60 } };

describe('limits in the process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('refuse what goes beyond the limit, each key by itself', async () => {
    const rateLimits = createRateLimits({ limits, logger });
    const consume = (key: string) => rateLimits.consume('signUpPerEmail', key);
    expect(await consume('a')).toEqual({
      name: 'signUpPerEmail',
      limit: 2,
      windowSeconds: 60,
      remaining: 1,
      resetSeconds: 60,
      allowed: true,
    });
    expect(await consume('a')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await consume('a')).toMatchObject({ allowed: false, remaining: 0 });
    expect(await consume('b')).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('take a count back, and never more than was counted', async () => {
    const rateLimits = createRateLimits({ limits, logger });
    const consume = () => rateLimits.consume('signUpPerEmail', 'a');
    await consume();
    await consume();
    await rateLimits.giveBack('signUpPerEmail', 'a');
    expect(await consume()).toMatchObject({ allowed: true, remaining: 0 });
    expect(await consume()).toMatchObject({ allowed: false });
    vi.advanceTimersByTime(60_000);
    await rateLimits.giveBack('signUpPerEmail', 'a');
    expect(await consume()).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('open again when the window that began with the first request ends, however often one knocks', async () => {
    const rateLimits = createRateLimits({ limits, logger });
    const consume = () => rateLimits.consume('signUpPerEmail', 'a');
    await consume();
    vi.advanceTimersByTime(30_000);
    await consume();
    vi.advanceTimersByTime(29_500);
    expect(await consume()).toMatchObject({ allowed: false, resetSeconds: 1 });
    vi.advanceTimersByTime(500);
    expect(await consume()).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 });
  });

  it('can be looked at without counting', async () => {
    const rateLimits = createRateLimits({ limits, logger });
    const peek = () => rateLimits.peek('signUpPerEmail', 'a');
    expect(await peek()).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 });
    await rateLimits.consume('signUpPerEmail', 'a');
    expect(await peek()).toMatchObject({ allowed: true, remaining: 1 });
    expect(await peek()).toMatchObject({ allowed: true, remaining: 1 });
    await rateLimits.consume('signUpPerEmail', 'a');
    expect(await peek()).toMatchObject({ allowed: false, remaining: 0 });
  });
});

describe('limits without a connection to redis', () => {
  it('are counted in the process, which is logged once and counted each time', async () => {
    const lines: string[] = [];
    const destination = {
      write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg),
    };
    const recording = createLogger({ service: 'test', destination });
    // Not started: every command fails.
    const redis = createRedis({ urls: ['redis://127.0.0.1:1'] }, recording);
    const rateLimits = createRateLimits({ limits, redis, logger: recording });
    const consume = () => rateLimits.consume('signUpPerEmail', 'a');
    expect(await consume()).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 });
    expect(await rateLimits.peek('signUpPerEmail', 'a')).toMatchObject({ allowed: true, remaining: 1 });
    expect(await consume()).toMatchObject({ allowed: true, remaining: 0 });
    expect(await consume()).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(await rateLimits.peek('signUpPerEmail', 'a')).toMatchObject({ allowed: false, remaining: 0 });
    expect(lines).toEqual(['limits are counted in this process alone, redis is not reachable']);
    expect(vi.mocked(count).mock.calls.filter(([name]) => name === 'rateLimitFallback')).toHaveLength(5);
  });
});
