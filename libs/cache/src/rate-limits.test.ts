import { createLogger } from '@patchbay/telemetry/logger';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimits, defaultLimits } from './rate-limits.ts';

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
