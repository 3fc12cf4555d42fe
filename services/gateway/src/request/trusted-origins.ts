/** Origins whose pages may send requests with a session cookie, and on which a sign-in may land. */
export interface TrustedOrigins {
  has(origin: string | undefined): boolean;
  /** The address as a browser parses it; undefined where it is not an http(s) address on one of the origins. */
  resolve(address: string): string | undefined;
}

export function createTrustedOrigins(
  publicUrl: string,
  portalUrl: string,
  more: readonly string[],
): TrustedOrigins {
  const origins = new Set([new URL(publicUrl).origin, new URL(portalUrl).origin, ...more]);
  return {
    has: (origin) => origin !== undefined && origins.has(origin),
    resolve(address) {
      // Checks and returns the output of the URL parser, never the input: a browser parses prefixes, `user@`, backslashes
      // and line breaks in the same way, so that the address cannot lead elsewhere there.
      const url = URL.parse(address);
      if (url === null || !origins.has(url.origin)) return undefined;
      // `blob:https://…` has the origin of the address inside it: the protocol has to be checked too.
      const isPage = url.protocol === 'https:' || url.protocol === 'http:';
      return isPage && url.username === '' && url.password === '' ? url.href : undefined;
    },
  };
}
