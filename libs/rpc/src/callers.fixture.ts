import type { KeyObject } from 'node:crypto';
import type { CallerContext, ServiceName } from './caller.ts';
import { createCallerKeys, createTokenMinter, createTokenVerifier } from './caller-token.ts';

const names = ['gateway', 'identity', 'organization', 'integration', 'audit'] as const;
const keys = new Map(names.map((name) => [name, createCallerKeys()]));
const publicKeys = new Map<ServiceName, KeyObject>(
  [...keys].map(([name, { publicKey }]) => [name, publicKey]),
);

export const minterOf = (service: ServiceName) =>
  createTokenMinter({ service, privateKey: (keys.get(service) ?? createCallerKeys()).privateKey });
export const verifierOf = (service: ServiceName) => createTokenVerifier({ service, publicKeys });

export const ada: CallerContext = {
  caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
  access: { organizationId: 'o1', organizationRole: 'admin' },
  requestId: 'r1',
  ipAddress: '192.0.2.1',
  userAgent: 'test',
};
