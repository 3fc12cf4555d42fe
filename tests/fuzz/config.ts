import { randomInt } from 'node:crypto';

const read = (name: string, byDefault: number): number => {
  const text = process.env[name] ?? String(byDefault);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a positive integer of at most 9 digits`);
  return Number(text);
};

/** Fixed, so that a run without FUZZ_SEED can be repeated. */
const defaultSeed = 1;

/** The same seed makes the same requests, but for ids and tokens of what exists. */
export const fuzzSeed =
  process.env['FUZZ_SEED'] === 'random' ? randomInt(1, 1_000_000_000) : read('FUZZ_SEED', defaultSeed);

/** Requests for each operation. `make soak` sends 60. */
export const fuzzRuns = read('FUZZ_RUNS', 10);

/** So many that every operation succeeds at least once; fewer may all be refused. */
export const enoughRuns = 60;
