import { UnexpectedRequest } from './expected.ts';
import type { SimulatedRequest } from './simulator.ts';

/** The token of an `Authorization` header of exactly this form (RFC 6750, section 2.1). Any other header is an error of the caller. */
export function bearerOf({ url, headers }: SimulatedRequest): string {
  const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1];
  if (token === undefined) throw new UnexpectedRequest(`${url}: no bearer token`);
  return token;
}
