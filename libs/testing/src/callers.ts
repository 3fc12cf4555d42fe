import { randomUUID } from 'node:crypto';
import type { Access } from '@patchbay/access/access';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import type { CallerContext } from '@patchbay/rpc/caller';
import {
  createTokenMinter,
  createTokenVerifier,
  type TokenMinter,
  type TokenVerifier,
} from '@patchbay/rpc/caller-token';
import { createKeysOfPairs, formatPairKeys, type PairKeys } from '@patchbay/tokens/pair-keys';

/** Caller keys of all services of one environment. Minters and verifiers have keys of every pair, also of those that do not call. */
export interface TestCallers {
  /** Mints caller tokens in the name of a service. Default: the gateway. */
  minter(service?: ServiceName): TokenMinter;
  /** Verifies tokens that are meant for a service. */
  verifier(service: ServiceName): TokenVerifier;
  callingKeys(service: ServiceName): PairKeys;
  /** CALLING_KEYS and CALLER_KEYS of a service's process: those of the services that it calls and that call it. */
  environment(service: ServiceName): { CALLING_KEYS: string; CALLER_KEYS: string };
}

export function createTestCallers(): TestCallers {
  const keys = createKeysOfPairs();
  const callingKeys = (service: ServiceName): PairKeys => keys.calling(service, serviceNames);
  const callerKeys = (service: ServiceName): PairKeys => keys.callers(service, serviceNames);
  return {
    minter: (service = 'gateway') => createTokenMinter({ service, keys: callingKeys(service) }),
    verifier: (service) => createTokenVerifier({ service, keys: callerKeys(service) }),
    callingKeys,
    environment: (service) => ({
      CALLING_KEYS: formatPairKeys(keys.calling(service)),
      CALLER_KEYS: formatPairKeys(keys.callers(service)),
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
