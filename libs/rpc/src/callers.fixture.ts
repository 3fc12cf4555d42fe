import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { createServiceKeys, publicKeysOf } from '@patchbay/tokens/service-keys';
import type { CallerContext } from './caller.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';

const keys = byName(serviceNames, createServiceKeys);
const publicKeys = publicKeysOf(serviceNames, keys);

export const minterOf = (service: ServiceName) =>
  createTokenMinter({ service, privateKey: keys[service].privateKey });
export const verifierOf = (service: ServiceName) => createTokenVerifier({ service, publicKeys });

export const ada: CallerContext = {
  caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
  access: { organization: { id: 'o1', slug: 'acme', name: 'Acme', role: 'admin' } },
  requestId: 'r1',
  ipAddress: '192.0.2.1',
  userAgent: 'test',
};
