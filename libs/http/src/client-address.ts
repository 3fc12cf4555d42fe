import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** RFC 5952, all groups in hexadecimal: ipaddr.js does not parse every address that ends in dotted decimals. */
const canonical = (ipv6: string): string => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);

/** Without the zone, and IPv4-mapped IPv6 as IPv4. Undefined where the text is no IP address. */
export function normalizeAddress(text: string): string | undefined {
  const [address = ''] = text.split('%', 1);
  // Stricter than ipaddr.js, which accepts `1`, `0x7f.1` and octal numbers.
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const ipv6 = canonical(address);
  const unmapped = ipaddr.process(ipv6);
  return unmapped.kind() === 'ipv4' ? unmapped.toString() : ipv6;
}

/**
 * The client's address: the peer of the connection, or with `hops` trusted proxies in front the entry of
 * `X-Forwarded-For` that the outermost of them wrote. Entries further left were sent by the client and may be forged.
 */
export function clientAddress(request: IncomingMessage, hops: number): string | null {
  if (hops === 0) return normalizeAddress(request.socket.remoteAddress ?? '') ?? null;
  // Nearest first: the peer, undefined where the connection has ended, then the entries that trusted proxies wrote.
  const [peer, ...entries] = proxyAddr.all(request, (_, hop) => hop < hops);
  let address = normalizeAddress(peer ?? '');
  for (const entry of entries) {
    const previous = normalizeAddress(entry);
    // Trusted proxies write IP addresses alone: this entry, and those further left, were sent by the client.
    if (previous === undefined) break;
    address = previous;
  }
  return address ?? null;
}

/** The key of limits per address: an IPv4 address, or the /64 of an IPv6 one, which a household or machine usually has. */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown';
  if (isIP(address) !== 6) return address;
  const { parts } = ipaddr.IPv6.parse(canonical(address));
  const prefix = parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
