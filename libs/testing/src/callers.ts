import type { KeyObject } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import type { Access } from '@patchbay/access/access';
import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import type { CallerContext } from '@patchbay/rpc/caller';
import {
  createTokenMinter,
  createTokenVerifier,
  type TokenMinter,
  type TokenVerifier,
} from '@patchbay/rpc/caller-token';
import {
  createServiceKeys,
  formatPrivateKey,
  formatServicePublicKeys,
  publicKeysOf,
} from '@patchbay/tokens/service-keys';

/** Caller keys of all services of one environment. */
export interface TestCallers {
  /** Mints caller tokens in the name of a service. Default: the gateway. */
  minter(service?: ServiceName): TokenMinter;
  /** Verifies tokens that are meant for a service. */
  verifier(service: ServiceName): TokenVerifier;
  privateKey(service: ServiceName): KeyObject;
  /** CALLER_PRIVATE_KEY and CALLER_PUBLIC_KEYS of a service's process. */
  environment(service: ServiceName): { CALLER_PRIVATE_KEY: string; CALLER_PUBLIC_KEYS: string };
}

export function createTestCallers(): TestCallers {
  const keys = byName(serviceNames, createServiceKeys);
  const publicKeys = publicKeysOf(serviceNames, keys);
  const privateKeyOf = (service: ServiceName): KeyObject => keys[service].privateKey;
  return {
    minter: (service = 'gateway') => createTokenMinter({ service, privateKey: privateKeyOf(service) }),
    verifier: (service) => createTokenVerifier({ service, publicKeys }),
    privateKey: privateKeyOf,
    environment: (service) => ({
      CALLER_PRIVATE_KEY: formatPrivateKey(privateKeyOf(service)),
      CALLER_PUBLIC_KEYS: formatServicePublicKeys(publicKeys),
    }),
  };
}

/** The fields that the gateway sets for every request. */
const request = () => ({ requestId: randomUUID(), ipAddress: '203.0.113.7', userAgent: 'tests' });

export interface TestUser {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Default: a new UUID. */
  readonly sessionId?: string;
  /** The resolved access in the token; needed for operations with an access rule outside the service organization. */
  readonly access?: Access;
}

/** The context of a request that a user makes with a session. */
export const userContext = ({
  userId,
  email,
  name,
  sessionId = randomUUID(),
  access,
}: TestUser): CallerContext => ({
  ...request(),
  caller: { type: 'user', userId, sessionId, email, name },
  ...(access && { access }),
});

/** The context of a request to a public operation. */
export const anonymousContext = (): CallerContext => ({ ...request(), caller: { type: 'anonymous' } });
