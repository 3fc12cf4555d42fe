import { describe, expect, it } from 'vitest';
import { defaultLimits, parseRateLimits } from './limits.ts';

describe('RATE_LIMITS', () => {
  it('RATE_LIMITS changes the limits that it names and leaves the rest', () => {
    expect(parseRateLimits('{"signUpPerAddress": {"limit": 3, "windowSeconds": 60}}')).toEqual({
      limits: { ...defaultLimits, signUpPerAddress: { limit: 3, windowSeconds: 60 } },
    });
  });

  it('every problem of RATE_LIMITS is reported', () => {
    const json = JSON.stringify({
      signUpPerPlanet: { limit: 1, windowSeconds: 1 },
      signUpPerEmail: { limit: 0, windowSeconds: 60 },
      connectPerToken: 5,
    });
    expect(parseRateLimits(json)).toEqual({
      problems: [
        expect.stringContaining('unknown limit, "signUpPerPlanet"'),
        expect.stringContaining('must give signUpPerEmail as'),
        expect.stringContaining('must give connectPerToken as'),
      ],
    });
  });

  it.each([
    ['{', 'must be JSON'],
    ['[]', 'must be a JSON object of limits by name'],
    ['{"toString": {"limit": 1, "windowSeconds": 1}}', 'unknown limit'],
    ['{"signUpPerEmail": {"limit": 1.5, "windowSeconds": 60}}', 'must give signUpPerEmail as'],
    ['{"signUpPerEmail": {"limit": 1, "windowSeconds": 86401}}', 'must give signUpPerEmail as'],
    ['{"signUpPerEmail": {"limit": 1, "windowSeconds": 60, "burst": 2}}', 'must give signUpPerEmail as'],
  ])('RATE_LIMITS refuses %s', (json, problem) => {
    expect(parseRateLimits(json)).toEqual({ problems: [expect.stringContaining(problem)] });
  });
});
