export interface RateLimit {
  readonly name: string;
  readonly left: number;
  /** Of how many; undefined where the answer does not say it. */
  readonly limit: number | undefined;
  /** Seconds until all are there again. */
  readonly resetsIn: number;
}

/** What `RateLimit` and `RateLimit-Policy` of an answer say. */
export function rateLimitsOf(headers: Headers): RateLimit[] {
  const policies = [...(headers.get('ratelimit-policy') ?? '').matchAll(/"(\w+)";q=(\d+)/g)];
  const limits = new Map(policies.map(([, name, limit]) => [name, Number(limit)]));
  return [...(headers.get('ratelimit') ?? '').matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(
    ([, name = '', left, seconds]) => ({
      name,
      left: Number(left),
      limit: limits.get(name),
      resetsIn: Number(seconds),
    }),
  );
}
