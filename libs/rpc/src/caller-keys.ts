import type { KeyObject } from 'node:crypto';
import type { ServiceName } from '@patchbay/platform/services';
import { formatPublicKey, type ServiceKeys, thumbprintOf } from '@patchbay/tokens/service-keys';

export {
  createServiceKeys as createCallerKeys,
  formatPrivateKey,
  parsePrivateKey,
  parseServicePublicKeys as parsePublicKeys,
} from '@patchbay/tokens/service-keys';

/** The Ed25519 pair that a service signs its caller tokens with. */
export type CallerKeys = ServiceKeys;

/** The public keys of every service that may call: one each, or several while a key is replaced. */
export type PublicKeys = ReadonlyMap<ServiceName, KeyObject | readonly KeyObject[]>;

/** One entry for each key of each service. */
export const listPublicKeys = (keys: PublicKeys): readonly (readonly [ServiceName, KeyObject])[] =>
  [...keys].flatMap(([service, given]) => [given].flat().map((key) => [service, key] as const));

/** The `kid` of a token: the service and a short thumbprint of its public key, so that a verifier finds the key among several. */
export const keyIdOf = (service: ServiceName, publicKey: KeyObject): string =>
  `${service}:${thumbprintOf(publicKey)}`;

/** `CALLER_PUBLIC_KEYS`: `gateway:<base64 of the SPKI DER>,identity:…`. */
export const formatPublicKeys = (keys: PublicKeys): string =>
  listPublicKeys(keys)
    .map(([service, key]) => `${service}:${formatPublicKey(key)}`)
    .join(',');
