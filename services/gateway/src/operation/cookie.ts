/** One cookie of ours, as a browser keeps it. */
export interface Cookie {
  readonly name: string;
  /** Value of a `Set-Cookie` header that keeps `value`, which is made of characters that cookies may hold. */
  issue(value: string, maxAgeSeconds: number): string;
  /** Value of a `Set-Cookie` header that forgets it. */
  clear(): string;
  /** The value in a `Cookie` header. */
  read(header: string | undefined): string | undefined;
}

/**
 * `SameSite=Lax`: links to us, and ways back to us from a provider, arrive with it; foreign forms do not. On https the
 * `__Host-` prefix keeps sibling domains from planting a cookie; browsers refuse that prefix on http, which only loopback
 * uses, and on any path but `/`.
 */
export function createCookie(baseName: string, publicUrl: string): Cookie {
  const https = publicUrl.startsWith('https:');
  const name = https ? `__Host-${baseName}` : baseName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  const prefix = `${name}=`;
  return {
    name,
    issue: (value, maxAgeSeconds) => `${prefix}${value}; ${attributes}; Max-Age=${maxAgeSeconds}`,
    clear: () => `${prefix}; ${attributes}; Max-Age=0`,
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
