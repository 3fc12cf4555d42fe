/** Seconds: a year. */
const hstsMaxAge = 31_536_000;

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * The headers of every answer of an HTTP port, those of `malformed.ts` included. `https`: whether the public address of the port is. The
 * default policy is that of answers that are no pages; `frame-ancestors` makes `X-Frame-Options` superfluous. Assets replace
 * `Cache-Control` by their own.
 */
export const securityHeaders = (
  https: boolean,
  policy = "default-src 'none'; frame-ancestors 'none'",
): HeaderPairs => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
  ['content-security-policy', policy],
  ...(https ? [['strict-transport-security', `max-age=${hstsMaxAge}; includeSubDomains`] as const] : []),
];
