import { defaultLimits } from '@patchbay/limits/rate-limits';

const generous = { limit: 1_000_000, windowSeconds: 60 };

/** RATE_LIMITS so high that no test reaches them: all stacks share one Redis, and all requests come from one address. */
export const generousLimits = JSON.stringify(
  Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous])),
);
