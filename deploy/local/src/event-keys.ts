import { createPublicKey } from 'node:crypto';
import { byName } from '@patchbay/platform/by-name';
import { type PublishingService, publishingServices } from '@patchbay/platform/services';
import {
  createServiceKeys,
  formatPrivateKey,
  parsePrivateKey,
  type ServiceKeys,
} from '@patchbay/tokens/service-keys';

/** By service: the pair that signs its events. */
export type EventKeys = Readonly<Record<PublishingService, ServiceKeys>>;

/** The same as text for a file: each private key in the format of `EVENT_SIGNING_KEY`. */
export type EventKeyTexts = Readonly<Record<PublishingService, string>>;

export const createEventKeyTexts = (): EventKeyTexts =>
  byName(publishingServices, () => formatPrivateKey(createServiceKeys().privateKey));

export const parseEventKeys = (texts: EventKeyTexts): EventKeys =>
  byName(publishingServices, (name) => {
    const privateKey = parsePrivateKey(texts[name]);
    return { privateKey, publicKey: createPublicKey(privateKey) };
  });
