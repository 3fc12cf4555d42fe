import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { AttemptInterrupted } from '../attempts/limits.ts';
import { rotating } from '../attempts/rotating-provider.fixture.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { createCatalogue, UnknownProvider } from '../providers/catalogue.ts';
import { delayOf, logPostponed, providerGroups } from './provider-worker.ts';

describe('a job that is postponed', () => {
  it('a postponed job is due after its backoff, but not before the provider allows', () => {
    expect(delayOf({ error: new Error('a bug'), delayMs: 70_000 })).toBe(70_000);
    const error = new ProviderFailure('rate_limited', { retryAfterMs: 80_000 });
    expect(delayOf({ error, delayMs: 70_000 })).toBe(80_000);
  });

  it('an interrupted job is due shortly after, and at once when the process stops', () => {
    const delayMs = delayOf({ error: new AttemptInterrupted('busy'), delayMs: 3_600_000 });
    expect(delayMs).toBeGreaterThanOrEqual(5_000);
    expect(delayMs).toBeLessThanOrEqual(15_000);
    expect(delayOf({ error: new Error('the process stops'), delayMs: 0 })).toBe(0);
  });

  it('a postponed job is logged when it failed because of a bug', () => {
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

it('a provider gets at most half of the concurrent jobs, and fewer when it takes few requests', () => {
  const catalogue = createCatalogue([rotating, { ...rotating, provider: 'narrow', atOnce: 3 }], {});
  const boundOf = (provider: string, concurrency: number) =>
    providerGroups({ catalogue, concurrency, giveBack: async () => {} }).atOnce(provider);
  expect(['rotating', 'narrow', 'unknown'].map((each) => boundOf(each, 16))).toEqual([8, 3, 8]);
  expect(boundOf('narrow', 4)).toBe(2);
  expect(boundOf('rotating', 1)).toBe(1);
});
