import { type Cookie, createCookie } from './cookie.ts';

/** The session as a browser keeps it. */
export interface SessionCookie extends Omit<Cookie, 'issue'> {
  /** Value of a `Set-Cookie` header that keeps the token for as long as any session may live. */
  issue(token: string): string;
}

/**
 * Seconds: 30 days, the most that a session lives. A session's end moves with its use, and identity alone decides
 * whether it has come; a cookie that merely lasts long enough never has to be sent again when it moves.
 */
const maxAge = 30 * 24 * 60 * 60;

export function createSessionCookie(publicUrl: string): SessionCookie {
  const cookie = createCookie('patchbay_session', publicUrl);
  return { ...cookie, issue: (token) => cookie.issue(token, maxAge) };
}
