import type { DescMethod } from '@bufbuild/protobuf';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { createKeysOfPairs } from '@patchbay/tokens/pair-keys';
import type { CallerContext } from './caller.ts';
import { createTokenMinter, createTokenVerifier } from './caller-token.ts';
import { namesOf } from './interceptors/method-names.ts';

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

/** The headers of one call of a method, for clients that are not ours. */
export const headersFor = (
  from: ServiceName,
  to: ServiceName,
  method: DescMethod,
  context?: CallerContext,
): { authorization: string } => ({
  authorization: `Bearer ${minterOf(from).mint(to, namesOf(method).name, context)}`,
});
