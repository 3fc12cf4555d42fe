import type { IncomingHttpHeaders } from 'node:http';
import type { SessionCookie } from '../operation/session-cookie.ts';

export type Credential =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'session'; readonly token: string; readonly carrier: 'cookie' | 'bearer' };

const bearerPrefix = 'bearer ';

function bearerIn(authorization: string | undefined): string | undefined {
  if (authorization?.slice(0, bearerPrefix.length).toLowerCase() !== bearerPrefix) return undefined;
  return authorization.slice(bearerPrefix.length).trim();
}

/** The one credential that decides: a key before a bearer before a cookie. */
export function credentialIn(headers: IncomingHttpHeaders, cookie: SessionCookie): Credential | undefined {
  const key = headers['x-api-key'];
  // Node joins a header that is sent twice by a comma, which no key holds.
  if (key !== undefined) return { type: 'key', key: key.toString() };
  const bearer = bearerIn(headers.authorization);
  if (bearer !== undefined) return { type: 'session', token: bearer, carrier: 'bearer' };
  const token = cookie.read(headers.cookie);
  return token === undefined ? undefined : { type: 'session', token, carrier: 'cookie' };
}
