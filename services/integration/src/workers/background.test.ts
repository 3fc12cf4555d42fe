import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { AttemptInterrupted } from '../attempts/interrupted.ts';
import { UnknownProvider } from '../attempts/provider-of.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { delayOf, logPostponed } from './background.ts';

describe('a job that is postponed', () => {
  it('is due when the worker says, but not before the provider allows', () => {
    expect(delayOf({ error: new Error('a bug'), delayMs: 70_000 })).toBe(70_000);
    const error = new ProviderFailure('rate_limited', { retryAfterMs: 80_000 });
    expect(delayOf({ error, delayMs: 70_000 })).toBe(80_000);
  });

  it('is due shortly after a bound of ours, and at once after a stop', () => {
    const delayMs = delayOf({ error: new AttemptInterrupted('busy'), delayMs: 3_600_000 });
    expect(delayMs).toBeGreaterThanOrEqual(5_000);
    expect(delayMs).toBeLessThanOrEqual(15_000);
    expect(delayOf({ error: new Error('the process stops'), delayMs: 0 })).toBe(0);
  });

  it('is logged where it is our fault', () => {
    const { logger, lines } = createLog();
    for (const error of [
      new AttemptInterrupted('busy'),
      new ProviderFailure('unavailable'),
      new UnknownProvider('next_ads'),
      new TypeError('a bug'),
    ])
      logPostponed(logger, { error, delayMs: 1_000 }, 'renewal', 'i');
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'error']);
    expect(lines[1]).toMatchObject({ integration: 'i', job: 'renewal' });
  });
});
