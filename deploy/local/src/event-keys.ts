import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { byName } from '@patchbay/platform/by-name';
import { type PublishingService, publishingServices } from '@patchbay/platform/services';
import {
  createServiceKeys,
  formatPrivateKey,
  parsePrivateKey,
  type ServicePublicKeys,
} from '@patchbay/tokens/service-keys';

/** By service: the key that signs its events, in the format of `EVENT_SIGNING_KEY`. */
export type EventKeys = Readonly<Record<PublishingService, string>>;

export const createEventKeys = (): EventKeys =>
  byName(publishingServices, () => formatPrivateKey(createServiceKeys().privateKey));

export const signingKeysOf = (keys: EventKeys): Readonly<Record<PublishingService, KeyObject>> =>
  byName(publishingServices, (name) => parsePrivateKey(keys[name]));

/** The public keys of the named services. */
export const verifyingKeysOf = (keys: EventKeys, names: readonly PublishingService[]): ServicePublicKeys =>
  new Map(names.map((name) => [name, [createPublicKey(parsePrivateKey(keys[name]))]]));
