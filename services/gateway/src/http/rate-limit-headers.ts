import type { Decision } from '@patchbay/limits/rate-limits';

const policy = ({ name, limit, windowSeconds }: Decision): string =>
  `"${name}";q=${limit};w=${windowSeconds}`;
const state = ({ name, remaining, resetSeconds }: Decision): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`;

/** Adds the `RateLimit` headers: one member per limit, as in the IETF draft on rate limit headers. */
export function addRateLimitHeaders(headers: string[], decisions: readonly Decision[]): void {
  const [first] = decisions;
  if (first === undefined) return;
  // Most requests are counted by one limit.
  const isOne = decisions.length === 1;
  headers.push(
    'ratelimit-policy',
    isOne ? policy(first) : decisions.map(policy).join(', '),
    'ratelimit',
    isOne ? state(first) : decisions.map(state).join(', '),
  );
}
