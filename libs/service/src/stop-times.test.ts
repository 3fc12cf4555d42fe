import { readConfig } from '@patchbay/config/config';
import { stopVariables } from '@patchbay/config/variables';
import { describe, expect, it } from 'vitest';
import { stopTimesOf } from './stop-times.ts';

const timesOf = (environment: Record<string, string>) =>
  stopTimesOf('audit', readConfig('audit', stopVariables, environment));

describe('the times of a stop', () => {
  it('are no delay and 25 seconds where nothing is said', () => {
    expect(timesOf({})).toEqual({ drainDelayMs: 0, stopTimeoutMs: 25_000 });
  });

  it('are whole seconds', () => {
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

  it('leave time after the delay', () => {
    expect(timesOf({ STOP_DELAY_SECONDS: '19' })).toMatchObject({ drainDelayMs: 19_000 });
    expect(() => timesOf({ STOP_DELAY_SECONDS: '20' })).toThrow(
      'STOP_DELAY_SECONDS must be below 80 % of STOP_TIMEOUT_SECONDS',
    );
  });
});
