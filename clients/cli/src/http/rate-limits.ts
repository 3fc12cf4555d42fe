export interface RateLimit {
  readonly name: string;
  readonly left: number;
  /** The size of the limit. Undefined if the response does not have it. */
  readonly limit: number | undefined;
  /** Seconds until the limit is reset. */
  readonly resetsIn: number;
}

/** Parses the headers `RateLimit` and `RateLimit-Policy`. */
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
