/** Whose pages may call with a person's cookie, and where a sign-in may land. */
export interface TrustedOrigins {
  has(origin: string | undefined): boolean;
  /** Whether an address is on one of them. */
  cover(address: string): boolean;
}

export function createTrustedOrigins(
  publicUrl: string,
  portalUrl: string,
  more: readonly string[],
): TrustedOrigins {
  const origins = new Set([new URL(publicUrl).origin, new URL(portalUrl).origin, ...more]);
  return {
    has: (origin) => origin !== undefined && origins.has(origin),
    // A URL's own parser decides, as a browser's would: prefixes and `user@` tricks do not pass.
    cover: (address) => URL.canParse(address) && origins.has(new URL(address).origin),
  };
}
