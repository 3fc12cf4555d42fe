import type { KeyObject } from 'node:crypto';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import {
  createServiceKeys,
  formatPublicKey,
  parseNamedKeys,
  type ServiceKeys,
} from '@patchbay/tokens/service-keys';

export { formatPrivateKey, parsePrivateKey } from '@patchbay/tokens/service-keys';

/** The Ed25519 pair that a service signs its caller tokens with. */
export type CallerKeys = ServiceKeys;

/** The public keys of every service that may call. */
export type PublicKeys = ReadonlyMap<ServiceName, KeyObject>;

/** A new pair, for the embedded platform, for tests and for setting up an environment. */
export const createCallerKeys = createServiceKeys;

/** `CALLER_PUBLIC_KEYS`: `gateway:<base64 of the SPKI DER>,identity:…`. */
export const formatPublicKeys = (keys: PublicKeys): string =>
  [...keys].map(([service, key]) => `${service}:${formatPublicKey(key)}`).join(',');

export function parsePublicKeys(text: string): PublicKeys {
  const keys = new Map<ServiceName, KeyObject>();
  for (const [name, key] of parseNamedKeys(text)) {
    if (keys.has(name)) throw internal(`must name ${name} once`);
    keys.set(name, key);
  }
  return keys;
}
