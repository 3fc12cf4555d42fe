import { afterEach, describe, expect, it, vi } from 'vitest';

async function seedWith(value: string | undefined): Promise<number> {
  vi.resetModules();
  vi.stubEnv('FUZZ_SEED', value);
  return (await import('./config.ts')).fuzzSeed;
}

describe('the seed of the fuzz test', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is the same in each run, unless FUZZ_SEED gives another', async () => {
    const seed = await seedWith(undefined);
    expect(await seedWith(undefined)).toBe(seed);
    expect(await seedWith('4711')).toBe(4711);
  });

  it('is a different one in each run with FUZZ_SEED=random', async () => {
    expect(await seedWith('random')).not.toBe(await seedWith('random'));
  });

  it.each(['0', '-1', '1.5', '1234567890', 'any', ''])('is not %j', async (value) => {
    await expect(seedWith(value)).rejects.toThrow('FUZZ_SEED must be a positive integer');
  });
});
