import '@patchbay/telemetry/fresh-modules';
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

  it('requests beyond the limit of their key are refused', async () => {
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

  it('a count is given back, and never more than was counted', async () => {
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

  it('a window ends at a fixed time after its first request, also if refused requests go on', async () => {
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

  it('a look at a limit counts nothing', async () => {
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
  it('without a connection to redis the process counts by itself, logs that once and measures each request', async () => {
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
