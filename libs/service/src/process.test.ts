import { readConfig } from '@patchbay/config/config';
import { stopVariables } from '@patchbay/config/variables';
import { describe, expect, it } from 'vitest';
import { stopTimesOf } from './process.ts';

const timesOf = (environment: Record<string, string>) =>
  stopTimesOf('audit', readConfig('audit', stopVariables, environment));

describe('the times of a stop', () => {
  it('a process stops without delay, within 25 seconds, by default', () => {
    expect(timesOf({})).toEqual({ drainDelayMs: 0, stopTimeoutMs: 25_000 });
  });

  it('the times of a stop are whole seconds', () => {
    expect(timesOf({ STOP_DELAY_SECONDS: '5', STOP_TIMEOUT_SECONDS: '50' })).toEqual({
      drainDelayMs: 5_000,
      stopTimeoutMs: 50_000,
    });
    expect(() => timesOf({ STOP_DELAY_SECONDS: '-1', STOP_TIMEOUT_SECONDS: '0' })).toThrow(
      expect.objectContaining({
        problems: ['STOP_DELAY_SECONDS must be 0 or more', 'STOP_TIMEOUT_SECONDS must be 1 or more'],
      }),
    );
  });

  it('a delay that leaves no time to drain is refused', () => {
    expect(timesOf({ STOP_DELAY_SECONDS: '19' })).toMatchObject({ drainDelayMs: 19_000 });
    expect(() => timesOf({ STOP_DELAY_SECONDS: '20' })).toThrow(
      'STOP_DELAY_SECONDS must be below 80 % of STOP_TIMEOUT_SECONDS',
    );
  });
});
