import { describe, expect, it } from 'vitest';
import { blockSize, defaultLimits, type LimitName, parseRateLimits } from './limits.ts';

describe('RATE_LIMITS', () => {
  it('changes what it names and leaves the rest', () => {
    expect(parseRateLimits('{"signUpPerAddress": {"limit": 3, "windowSeconds": 60}}')).toEqual({
      limits: { ...defaultLimits, signUpPerAddress: { limit: 3, windowSeconds: 60 } },
    });
  });

  it('names every problem', () => {
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
  ])('refuses %s', (json, problem) => {
    expect(parseRateLimits(json)).toEqual({ problems: [expect.stringContaining(problem)] });
  });
});

describe('the blocks of a limit', () => {
  const sizeOf = (name: LimitName, limit: number) => blockSize(name, { limit, windowSeconds: 60 });

  it('have a hundredth of its points, 12 at most', () => {
    expect([200, 299, 300, 600, 1_200, 1_000_000].map((limit) => sizeOf('requestPerCaller', limit))).toEqual([
      2, 2, 3, 6, 12, 12,
    ]);
    expect(sizeOf('publicPerAddress', 600)).toBe(6);
  });

  it('have one point below 200, and where counts are given back or looked at', () => {
    expect([1, 100, 199].map((limit) => sizeOf('requestPerCaller', limit))).toEqual([1, 1, 1]);
    expect(sizeOf('invitationPerOrganization', 1_000)).toBe(1);
    expect(sizeOf('failedCredentialPerAddress', 1_000)).toBe(1);
  });
});
