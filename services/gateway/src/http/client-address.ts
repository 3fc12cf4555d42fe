import { isIP, isIPv4, isIPv6 } from 'node:net';

const mappedPrefix = '::ffff:';

/** One spelling for an address however the connection came: no zone, IPv4 as IPv4. Undefined where it is not one. */
function normalize(text: string): string | undefined {
  const zone = text.indexOf('%');
  const address = (zone === -1 ? text : text.slice(0, zone)).toLowerCase();
  if (address.startsWith(mappedPrefix) && isIPv4(address.slice(mappedPrefix.length))) {
    return address.slice(mappedPrefix.length);
  }
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The client's address: the peer of the connection, or with `hops` trusted proxies in front the entry of
 * `X-Forwarded-For` that the outermost of them wrote. Entries further left are whatever the client claims.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  hops: number,
): string | null {
  let address = peer === undefined ? undefined : normalize(peer);
  if (hops === 0 || forwardedFor === undefined) return address ?? null;
  const entries = String(forwardedFor).split(',');
  for (const entry of entries.slice(-hops).toReversed()) {
    const previous = normalize(entry.trim());
    // A proxy writes addresses; what is none was not written by one that we trust.
    if (previous === undefined) break;
    address = previous;
  }
  return address ?? null;
}

/** What limits count: an IPv4 address, or the /64 that one household or one machine has of IPv6. */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown';
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // An embedded IPv4 address stands for two groups.
    const length = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
    while (groups.length + length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
