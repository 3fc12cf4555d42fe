import { lifetimes } from '@patchbay/platform/lifetimes';
import { parse, serialize } from 'cookie';

/** Writes and reads one cookie of the gateway. */
export interface Cookie {
  readonly name: string;
  /** Value of a `Set-Cookie` header that stores `value`. Throws where `value` has characters that cookies do not allow. */
  issue(value: string, maxAgeSeconds: number): string;
  /** Value of a `Set-Cookie` header that deletes the cookie. */
  clear(): string;
  /** The value in a `Cookie` header; undefined where it is missing or empty. */
  read(header: string | undefined): string | undefined;
}

/** No percent-encoding: values are tokens and sealed text, of characters that cookies allow. */
const unchanged = (value: string): string => value;

/**
 * `SameSite=Lax`: browsers send the cookie when they navigate to the gateway from another site (a link, the redirect back
 * from a provider), but not with a form that another site posts. On https the `__Host-` prefix keeps sibling domains from
 * setting the cookie; browsers reject that prefix on any path but `/`, and on http, which is used on loopback or with
 * ALLOW_INSECURE_HTTP.
 */
export function createCookie(baseName: string, publicUrl: string): Cookie {
  const https = new URL(publicUrl).protocol === 'https:';
  const name = https ? `__Host-${baseName}` : baseName;
  const issue = (value: string, maxAge: number): string =>
    serialize(name, value, {
      encode: unchanged,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: https,
      maxAge,
    });
  return {
    name,
    issue,
    clear: () => issue('', 0),
    read: (header = '') => parse(header, { decode: unchanged })[name] || undefined,
  };
}

/** The cookie that holds a session token. */
export interface SessionCookie extends Omit<Cookie, 'issue'> {
  /** Value of a `Set-Cookie` header that stores the token for the longest lifetime of a session. */
  issue(token: string): string;
}

/**
 * Seconds: the longest lifetime of a session. Use extends a session, and identity alone checks its expiry; with the
 * maximum the cookie never has to be set again when a session is extended.
 */
const maxAge = lifetimes.sessionDays * 24 * 60 * 60;

export function createSessionCookie(publicUrl: string): SessionCookie {
  const cookie = createCookie('patchbay_session', publicUrl);
  return { ...cookie, issue: (token) => cookie.issue(token, maxAge) };
}
