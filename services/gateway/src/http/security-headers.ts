import type { ServerResponse } from 'node:http';

/** Seconds: a year. */
const hstsMaxAge = 31_536_000;

/** On every answer. Assets replace `Cache-Control` by their own. */
export function setSecurityHeaders(response: ServerResponse, https: boolean): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cache-control', 'no-store');
  if (https) response.setHeader('strict-transport-security', `max-age=${hstsMaxAge}`);
}
