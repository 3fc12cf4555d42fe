/** Seconds: a year. */
const hstsMaxAge = 31_536_000;

/**
 * The headers of every answer, those of `malformed.ts` included. Assets replace `Cache-Control`, and `/docs` the policy, by
 * their own. `frame-ancestors` makes `X-Frame-Options` superfluous. No `Cross-Origin-Resource-Policy`: answers are JSON with
 * `nosniff`, which browsers do not give to other origins without CORS, and the cookie is `SameSite=Lax`.
 */
export const securityHeaders = (https: boolean): readonly (readonly [name: string, value: string])[] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ...(https ? [['strict-transport-security', `max-age=${hstsMaxAge}; includeSubDomains`] as const] : []),
];
