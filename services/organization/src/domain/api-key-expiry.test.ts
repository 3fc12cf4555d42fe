import { describe, expect, it } from 'vitest';
import { days, keyWith, now } from './api-key.fixture.ts';
import { endOfGrace, expiryIn, expiryOfReplacement, type Lifetime } from './api-key-expiry.ts';

const invalidOn = (path: string) =>
  expect.objectContaining({
    code: 'invalid',
    problems: [expect.objectContaining({ path })],
  }) as Error;

describe('the end of a new key', () => {
  it.each([
    [undefined, null],
    [1, days(1)],
    [365, days(365)],
  ])('in %s days', (asked, end) => {
    expect(expiryIn(asked, now)).toEqual(end);
  });

  it.each([0, -1, 366, 1.5, Number.NaN])('is not in %s days', (asked) => {
    expect(() => expiryIn(asked, now)).toThrow(invalidOn('expiresInDays'));
  });
});

describe('the end of a replacement', () => {
  // The key was created ten days ago.
  it.each<[number | null, Lifetime, number | null]>([
    [null, 'as before', null],
    [20, 'as before', 30],
    [1, 'as before', 11],
    [20, 'forever', null],
    [20, { days: 3 }, 3],
    [null, { days: 365 }, 365],
  ])('of a key that ends in %s days, living %o, is in %s days', (ends, lifetime, end) => {
    const key = keyWith({ expiresAt: ends === null ? null : days(ends) });
    expect(expiryOfReplacement(key, lifetime, now)).toEqual(end === null ? null : days(end));
  });

  it('is bounded as that of any other', () => {
    expect(() => expiryOfReplacement(keyWith(), { days: 366 }, now)).toThrow(invalidOn('expiresInDays'));
  });
});

describe('the end of a grace window', () => {
  it.each<[number | null, number, number]>([
    [null, 0, 0],
    [null, 24, 1],
    [null, 168, 7],
    [3, 48, 2],
    [3, 72, 3],
    [3, 168, 3],
  ])('of a key that ends in %s days, after %i hours, is in %i days', (ends, hours, end) => {
    const key = keyWith({ expiresAt: ends === null ? null : days(ends) });
    expect(endOfGrace(key, hours, now)).toEqual(days(end));
  });

  it.each([-1, 169, 0.5])('is not after %s hours', (hours) => {
    expect(() => endOfGrace(keyWith(), hours, now)).toThrow(invalidOn('graceHours'));
  });
});
