import type { KeyObject } from 'node:crypto';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import type { CallerContext } from './caller.ts';
import { createCallerKeys, createTokenMinter, createTokenVerifier } from './caller-token.ts';

const keys = new Map(serviceNames.map((name) => [name, createCallerKeys()]));
const publicKeys = new Map<ServiceName, KeyObject>(
  [...keys].map(([name, { publicKey }]) => [name, publicKey]),
);

export const minterOf = (service: ServiceName) =>
  createTokenMinter({ service, privateKey: (keys.get(service) ?? createCallerKeys()).privateKey });
export const verifierOf = (service: ServiceName) => createTokenVerifier({ service, publicKeys });

export const ada: CallerContext = {
  caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
  access: { organization: { id: 'o1', slug: 'acme', name: 'Acme', role: 'admin' } },
  requestId: 'r1',
  ipAddress: '192.0.2.1',
  userAgent: 'test',
};
