import { type Cookie, createCookie } from './cookie.ts';

/** The cookie that holds a session token. */
export interface SessionCookie extends Omit<Cookie, 'issue'> {
  /** Value of a `Set-Cookie` header that stores the token for the longest lifetime of a session. */
  issue(token: string): string;
}

/**
 * Seconds: 30 days, the longest lifetime of a session. Use extends a session, and identity alone checks its expiry; with the
 * maximum the cookie never has to be set again when a session is extended.
 */
const maxAge = 30 * 24 * 60 * 60;

export function createSessionCookie(publicUrl: string): SessionCookie {
  const cookie = createCookie('patchbay_session', publicUrl);
  return { ...cookie, issue: (token) => cookie.issue(token, maxAge) };
}
