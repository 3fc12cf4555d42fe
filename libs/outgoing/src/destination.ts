import { isIP } from 'node:net';
import { OutgoingError } from './outgoing.ts';
import { isPublicAddress } from './public-address.ts';

/** Where a request goes. */
export interface Destination {
  /** Scheme, host and port: what a breaker, a bound and a pool of connections belong to. */
  readonly origin: string;
  /** With the port, if the URL has one. */
  readonly host: string;
  readonly hostname: string;
  /** Path and query, as they are sent. */
  readonly path: string;
  /** Whether addresses must be public: so for all but the configured origins. */
  readonly guarded: boolean;
}

/** The origin of a configured http or https URL, as `destinationOf` compares it. */
export function originOf(url: string): string {
  const { protocol, origin } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('not an http or https URL');
  return origin;
}

/** The URL parser has normalised the host: `http://0x7f.1`, `http://2130706433` and `http://127.0.0.1.` are `127.0.0.1`. */
const isRefusedLiteral = (hostname: string): boolean => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(literal) !== 0 && !isPublicAddress(literal);
};

/** Throws an `OutgoingError` for a URL to which nothing may be sent; names are checked when they are resolved. */
export function destinationOf(url: string, allowedOrigins: ReadonlySet<string>): Destination {
  const parsed = URL.parse(url);
  if (parsed === null) throw new OutgoingError('address_refused', 'an invalid URL');
  const { origin, host, hostname, protocol, username, password, pathname, search } = parsed;
  const guarded = !allowedOrigins.has(origin);
  const isRefused =
    username + password !== '' || (guarded && (protocol !== 'https:' || isRefusedLiteral(hostname)));
  if (isRefused) throw new OutgoingError('address_refused', host);
  return { origin, host, hostname, path: `${pathname}${search}`, guarded };
}
