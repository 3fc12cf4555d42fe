import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { createKeysOfPairs } from '@patchbay/tokens/pair-keys';
import type { CallerContext } from './caller.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';

const keys = createKeysOfPairs();

export const minterOf = (service: ServiceName) =>
  createTokenMinter({ service, keys: keys.calling(service, serviceNames) });
export const verifierOf = (service: ServiceName) =>
  createTokenVerifier({ service, keys: keys.callers(service, serviceNames) });

export const ada: CallerContext = {
  caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
  access: { organization: { id: 'o1', slug: 'acme', name: 'Acme', role: 'admin' } },
  requestId: 'r1',
  ipAddress: '192.0.2.1',
  userAgent: 'test',
};
