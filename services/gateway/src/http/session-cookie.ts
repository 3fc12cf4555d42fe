/** The session as a browser keeps it. */
export interface SessionCookie {
  readonly name: string;
  /** Value of a `Set-Cookie` header that keeps the token until the session ends. */
  issue(token: string, expiresAt: Date, now?: Date): string;
  /** Value of a `Set-Cookie` header that forgets it. */
  clear(): string;
  /** The token in a `Cookie` header. */
  read(header: string | undefined): string | undefined;
}

/**
 * `SameSite=Lax`: links into the Portal arrive signed in, foreign forms do not. On https the `__Host-` prefix keeps
 * sibling domains from planting a cookie; browsers refuse that prefix on http, which only loopback uses.
 */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const https = publicUrl.startsWith('https:');
  const name = https ? '__Host-patchbay_session' : 'patchbay_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  const prefix = `${name}=`;
  return {
    name,
    issue(token, expiresAt, now = new Date()) {
      const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
      return `${prefix}${token}; ${attributes}; Max-Age=${seconds}; Expires=${expiresAt.toUTCString()}`;
    },
    clear: () => `${prefix}; ${attributes}; Max-Age=0; Expires=${new Date(0).toUTCString()}`,
    read(header) {
      if (header === undefined) return undefined;
      for (const pair of header.split(';')) {
        const cookie = pair.trimStart();
        if (cookie.startsWith(prefix)) return cookie.slice(prefix.length).trimEnd() || undefined;
      }
      return undefined;
    },
  };
}
