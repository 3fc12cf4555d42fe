import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The resolver of the operating system, with its hosts file. */
export const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });

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
