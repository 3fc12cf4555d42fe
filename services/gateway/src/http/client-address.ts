import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** RFC 5952, all in hexadecimal: ipaddr.js does not read every address that ends in dotted decimals. */
const canonical = (ipv6: string): string => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);

/** An address without its zone, and IPv4 as IPv4 also where it came mapped into IPv6. Undefined where it is none. */
function normalize(text: string): string | undefined {
  const [address = ''] = text.split('%', 1);
  // Stricter than ipaddr.js, which takes `1`, `0x7f.1` and octal numbers for addresses.
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const ipv6 = canonical(address);
  const unmapped = ipaddr.process(ipv6);
  return unmapped.kind() === 'ipv4' ? unmapped.toString() : ipv6;
}

/**
 * The client's address: the peer of the connection, or with `hops` trusted proxies in front the entry of
 * `X-Forwarded-For` that the outermost of them wrote. Entries further left are whatever the client claims.
 */
export function clientAddress(request: IncomingMessage, hops: number): string | null {
  // Nearest first: the peer, undefined where the connection has ended, then the entries that trusted proxies wrote.
  const [peer, ...entries] = proxyAddr.all(request, (_, hop) => hop < hops);
  let address = normalize(peer ?? '');
  for (const entry of entries) {
    const previous = normalize(entry);
    // A proxy writes addresses; what is none was not written by one that we trust.
    if (previous === undefined) break;
    address = previous;
  }
  return address ?? null;
}

/** What limits count: an IPv4 address, or of IPv6 the /64, which is what one household or one machine has. */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown';
  if (isIP(address) !== 6) return address;
  const { parts } = ipaddr.IPv6.parse(canonical(address));
  const prefix = parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
