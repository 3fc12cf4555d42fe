import type { IncomingHttpHeaders } from 'node:http';
import type { SessionCookie } from '../request/cookie.ts';

/** Which credentials an operation accepts; those sent to a `none` operation are ignored. */
export type Credentials = 'none' | 'session' | 'session or key';

export type Credential =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'session'; readonly token: string; readonly carrier: 'cookie' | 'bearer' };

const bearerPrefix = 'bearer ';

function bearerIn(authorization: string | undefined): string | undefined {
  if (authorization?.slice(0, bearerPrefix.length).toLowerCase() !== bearerPrefix) return undefined;
  return authorization.slice(bearerPrefix.length).trim();
}

/** Where several credentials are sent only one is used: an API key before a bearer before a cookie. */
export function credentialIn(headers: IncomingHttpHeaders, cookie: SessionCookie): Credential | undefined {
  const key = headers['x-api-key'];
  // Node joins repeated headers with a comma, which no key contains: the result is an invalid key.
  if (key !== undefined) return { type: 'key', key: key.toString() };
  const bearer = bearerIn(headers.authorization);
  if (bearer !== undefined) return { type: 'session', token: bearer, carrier: 'bearer' };
  const token = cookie.read(headers.cookie);
  return token === undefined ? undefined : { type: 'session', token, carrier: 'cookie' };
}
