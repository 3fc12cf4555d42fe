import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks of IPv4 that are not on the public internet: IANA's special-purpose registry, multicast, reserved. */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; 169.254.169.254 has the metadata and credentials of a cloud's machine.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's own services for its machines, under an address of the public range.
  ['168.63.129.16', 32],
] as const;

/** Networks inside of 2000::/3 that are not on the public internet. 6to4 (2002::/16) holds an IPv4 address of any kind. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const listOf = (networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
};

const refusedV4 = listOf(specialV4, 'ipv4');
const refusedV6 = listOf(specialV6, 'ipv6');
const globalUnicast = listOf([['2000::', 3]], 'ipv6');
/** IPv4-mapped addresses, and those that NAT64 gives to IPv4 hosts in a network with IPv6 only. */
const embedding = listOf(
  [
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
  ],
  'ipv6',
);

/** The IPv4 address in the last 32 bits. The URL parser writes an address in hexadecimal groups, `::` for the longest zeros. */
function embeddedV4(address: string): string {
  const [high = 0, low = 0] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether an IP address is on the public internet. False for an address with a zone id, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  if (embedding.check(address, 'ipv6')) return isPublicAddress(embeddedV4(address));
  return globalUnicast.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}
