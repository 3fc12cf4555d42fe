/** Whose pages may call with a person's cookie, and where a sign-in may land. */
export interface TrustedOrigins {
  has(origin: string | undefined): boolean;
  /** An address on one of them, as a browser reads it; undefined where it is on none. */
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
      // The parser decides, and what it understood is what goes on: prefixes, `user@`, backslashes and line breaks in
      // an address cannot mean one thing here and another in the browser.
      const url = URL.parse(address);
      if (url === null || !origins.has(url.origin)) return undefined;
      // The origin of `blob:https://…` is the one inside it.
      const isPage = url.protocol === 'https:' || url.protocol === 'http:';
      return isPage && url.username === '' && url.password === '' ? url.href : undefined;
    },
  };
}
