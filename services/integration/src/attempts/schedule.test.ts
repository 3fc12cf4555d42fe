import { describe, expect, it } from 'vitest';
import type { Connection } from '../connector/connector.ts';
import { lastingCredentials } from '../connector/credentials.ts';
import { endOf, endsSoon, nextVerificationMs, repeatMs } from './schedule.ts';

const now = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const hour = 3_600_000;

describe('the end of an authorization', () => {
  it.each([
    [{ expiresAt: null, endsAt: null }, true, null],
    [{ expiresAt: after(10), endsAt: null }, true, null],
    [{ expiresAt: after(10), endsAt: after(20) }, true, after(20)],
    [{ expiresAt: after(10), endsAt: null }, false, after(10)],
    [{ expiresAt: after(10), endsAt: after(20) }, false, after(10)],
    [{ expiresAt: after(30), endsAt: after(20) }, false, after(20)],
    [{ expiresAt: null, endsAt: after(20) }, false, after(20)],
  ])('the authorization with %j, renewable: %j, has the expected end', (ends, renewable, end) => {
    const connector = renewable ? { renew: () => Promise.reject(new Error('not called')) } : {};
    expect(endOf(connector, { settings: {}, credentials: { secrets: {}, renewAt: null, ...ends } })).toEqual(
      end,
    );
  });

  it('the end that the settings name takes precedence', () => {
    const credentials = { ...lastingCredentials({}), endsAt: after(20) };
    const endsAt = ({ settings }: Connection) => (settings['ends'] === true ? after(5) : null);
    expect(endOf({ endsAt }, { settings: { ends: true }, credentials })).toEqual(after(5));
    expect(endOf({ endsAt }, { settings: {}, credentials })).toEqual(after(20));
  });

  it('an authorization ends soon during its last seven days', () => {
    const day = 86_400;
    expect([null, after(-1), after(7 * day + 1)].map((end) => endsSoon(end, now))).toEqual([
      false,
      false,
      false,
    ]);
    expect([after(1), after(7 * day)].map((end) => endsSoon(end, now))).toEqual([true, true]);
  });
});

describe('the next verification', () => {
  it('the next verification is one interval away, up to a fifth more or less', () => {
    expect(nextVerificationMs(hour, null, now, 0)).toBe(0.8 * hour);
    expect(nextVerificationMs(hour, null, now, 0.5)).toBe(hour);
    expect(nextVerificationMs(hour, null, now, 1)).toBeCloseTo(1.2 * hour);
  });

  it('the next verification is right after the end of the authorization when that is earlier', () => {
    expect(nextVerificationMs(hour, after(60), now, 0.5)).toBe(61_000);
    expect(nextVerificationMs(hour, after(100_000), now, 0.5)).toBe(hour);
    expect(nextVerificationMs(hour, after(-60), now, 0.5)).toBe(hour);
  });
});

it('a repetition waits longer each time, and at least as long as the provider asked for', () => {
  const limits = { min: 60_000, max: hour };
  for (const [attempts, least, most] of [
    [1, 60_000, 120_000],
    [2, 120_000, 240_000],
    [20, hour / 2, hour],
  ] as const) {
    const wait = repeatMs(attempts, limits);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  }
  expect(repeatMs(1, limits, 2 * hour)).toBe(2 * hour);
});
