import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { OutgoingError } from './outgoing.ts';

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
export const isRefusedLiteral = (hostname: string): boolean => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(literal) !== 0 && !isPublicAddress(literal);
};

/** Whether a host of a URL is `localhost` or an address of loopback. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Throws an `OutgoingError` for a URL to which nothing may be sent; names are checked when they are resolved. */
export function destinationOf(
  url: string,
  allowedOrigins: ReadonlySet<string>,
  allowLoopback = false,
): Destination {
  const parsed = URL.parse(url);
  if (parsed === null) throw new OutgoingError('address_refused', 'an invalid URL');
  const { origin, host, hostname, protocol, username, password, pathname, search } = parsed;
  const guarded = !allowedOrigins.has(origin) && !(allowLoopback && isLoopbackHost(hostname));
  const isRefused =
    username + password !== '' || (guarded && (protocol !== 'https:' || isRefusedLiteral(hostname)));
  if (isRefused) throw new OutgoingError('address_refused', host);
  return { origin, host, hostname, path: `${pathname}${search}`, guarded };
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The resolver of the operating system, with its hosts file. */
export const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });

const hasNone = (error: unknown): boolean =>
  ['ENODATA', 'ENOTFOUND'].includes(String((error as NodeJS.ErrnoException).code));

/**
 * Asks the name servers directly, for names that tenants choose. The resolver of the operating system occupies one of four threads of
 * the process for each name, for many seconds if its servers do not answer: a few such names would hold up all others. Addresses of one
 * family are enough where the servers fail for the other. `servers`: default those of the host.
 */
export function createNameServerResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    const failed = answers.find((answer) => answer.status === 'rejected' && !hasNone(answer.reason));
    if (found.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return found;
  };
}

/** `code` of the error of a refused connection. */
export const addressRefused = 'PATCHBAY_ADDRESS_REFUSED';

const failureOf = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`lookup failed: ${code}`), { code });

/**
 * For the option `lookup` of a connection: resolves the name once and hands these addresses to the connection, which asks nobody
 * else. So a name that resolves to another address a moment later (DNS rebinding) gains nothing. One address that is not allowed
 * refuses the name as a whole.
 */
export const createGuardedLookup =
  (resolve: Resolve, isAllowed: (address: string) => boolean = isPublicAddress): LookupFunction =>
  (hostname, { all, family }, callback) => {
    const answer = (found: readonly LookupAddress[]): void => {
      const addresses = found.filter((one) => !family || family === one.family);
      const [first] = addresses;
      if (!found.every(({ address }) => isAllowed(address))) callback(failureOf(addressRefused), []);
      else if (first === undefined) callback(failureOf('ENOTFOUND'), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const fail = (error: NodeJS.ErrnoException): void => callback(error, []);
    resolve(hostname).then(answer, fail);
  };
