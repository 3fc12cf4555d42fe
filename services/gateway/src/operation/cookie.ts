import { parse, serialize } from 'cookie';

/** One cookie of ours, as a browser keeps it. */
export interface Cookie {
  readonly name: string;
  /** Value of a `Set-Cookie` header that keeps `value`. Throws where cookies cannot hold its characters. */
  issue(value: string, maxAgeSeconds: number): string;
  /** Value of a `Set-Cookie` header that forgets it. */
  clear(): string;
  /** The value in a `Cookie` header. */
  read(header: string | undefined): string | undefined;
}

/** Values are tokens and sealed text, whose characters cookies hold as they are. */
const unchanged = (value: string): string => value;

/**
 * `SameSite=Lax`: links to us, and ways back to us from a provider, arrive with it; foreign forms do not. On https the
 * `__Host-` prefix keeps sibling domains from setting the cookie; browsers refuse that prefix on http, which only
 * loopback uses, and on any path but `/`.
 */
export function createCookie(baseName: string, publicUrl: string): Cookie {
  const https = publicUrl.startsWith('https:');
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
