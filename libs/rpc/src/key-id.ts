import type { KeyObject } from 'node:crypto';
import type { ServiceName } from '@patchbay/platform/services';
import { thumbprintOf } from '@patchbay/tokens/service-keys';

/** The `kid` of a token: the service and a short thumbprint of its public key, so that a verifier finds the key among several. */
export const keyIdOf = (service: ServiceName, publicKey: KeyObject): string =>
  `${service}:${thumbprintOf(publicKey)}`;
