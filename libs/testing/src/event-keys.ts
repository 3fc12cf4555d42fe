import {
  createSigningPublisher,
  createVerifiedSource,
  type VerifiedEventSource,
} from '@patchbay/events/signature';
import type { EventPublisher, EventSource } from '@patchbay/events/transport';
import { byName } from '@patchbay/platform/by-name';
import { consumingServices, type PublishingService, publishingServices } from '@patchbay/platform/services';
import {
  createServiceKeys,
  formatPrivateKey,
  formatServicePublicKeys,
  publicKeysOf,
  type ServiceKeys,
  type ServicePublicKeys,
} from '@patchbay/tokens/service-keys';

/** The keys that sign the events of all services of one environment. */
export interface TestEventKeys {
  readonly keys: Readonly<Record<PublishingService, ServiceKeys>>;
  readonly publicKeys: ServicePublicKeys;
  /** Signs what is published, in the name of a service. */
  signed(publisher: EventPublisher, service: PublishingService): EventPublisher;
  verified(source: EventSource): VerifiedEventSource;
  /** EVENT_SIGNING_KEY and EVENT_VERIFYING_KEYS of a service's process. */
  environment(service: string): Record<string, string>;
}

export function createTestEventKeys(): TestEventKeys {
  const keys = byName(publishingServices, createServiceKeys);
  const publicKeys = publicKeysOf(publishingServices, keys);
  return {
    keys,
    publicKeys,
    signed: (publisher, service) => createSigningPublisher(publisher, keys[service].privateKey),
    verified: (source) => createVerifiedSource(source, publicKeys),
    environment(service) {
      const publisher = publishingServices.find((name) => name === service);
      return {
        ...(publisher && { EVENT_SIGNING_KEY: formatPrivateKey(keys[publisher].privateKey) }),
        ...(consumingServices.some((name) => name === service) && {
          EVENT_VERIFYING_KEYS: formatServicePublicKeys(publicKeys),
        }),
      };
    },
  };
}
