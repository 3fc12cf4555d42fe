import type { AuthenticateRequest } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unavailable } from '@patchbay/errors/failure';
import { createLogger } from '@patchbay/telemetry/logger';
import { expect, it } from 'vitest';
import { createClients } from '../clients.ts';
import { createBackends } from '../testing/backends.ts';
import type { Implementations } from '../testing/default-methods.ts';
import { session, user } from '../testing/values.ts';
import { createSessionLookup } from './session-lookup.ts';

type Authenticate = NonNullable<NonNullable<Implementations['identity']>['authenticate']>;

/** Every token but `unknown` is valid, and belongs to the user whose id it is. */
const authenticationOf = (token: string) =>
  token === 'unknown' ? {} : { session, user: { ...user, id: token } };

const authenticateAll: Authenticate = ({ sessionTokens }) => ({
  authentications: sessionTokens.map(authenticationOf),
});

function create(authenticate: Authenticate = authenticateAll) {
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const { transports, calls } = createBackends({ identity: { authenticate } }, logger, 5_000);
  return {
    lookUp: createSessionLookup(createClients(transports).identity),
    asked: () => calls.map(({ request }) => (request as AuthenticateRequest).sessionTokens),
  };
}

it('tokens of one turn share one call, which names each token once, and each gets its own answer', async () => {
  const { lookUp, asked } = create();
  const tokens = ['ada', 'unknown', 'grace', 'ada'];
  const first = tokens.slice(0, 2).map(lookUp);
  for (let step = 0; step < 100; step += 1) await Promise.resolve();
  const found = await Promise.all([...first, ...tokens.slice(2).map(lookUp)]);
  expect(found.map((authentication) => authentication.user?.id)).toEqual(['ada', undefined, 'grace', 'ada']);
  expect(asked()).toEqual([['ada', 'unknown', 'grace']]);
});

it('a call has at most 100 tokens', async () => {
  const { lookUp, asked } = create();
  const tokens = Array.from({ length: 250 }, (_, index) => `user-${index}`);
  const found = await Promise.all(tokens.map(lookUp));
  expect(found.map((authentication) => authentication.user?.id)).toEqual(tokens);
  expect(asked().map(({ length }) => length)).toEqual([100, 100, 50]);
});

it('every lookup of a call fails when identity is unavailable or answers fewer tokens than it was asked for', async () => {
  const outage = create(() => Promise.reject(unavailable('the database is away')));
  const incomplete = create(() => ({ authentications: [authenticationOf('ada')] }));
  for (const [{ lookUp }, code] of [
    [outage, 'unavailable'],
    [incomplete, 'internal'],
  ] as const) {
    const lookups = await Promise.allSettled(['ada', 'grace'].map(lookUp));
    expect(lookups).toMatchObject([{ reason: { code } }, { reason: { code } }]);
  }
});

it('a token that arrives while a call runs is asked about again, because its session may have ended meanwhile', async () => {
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const { lookUp } = create(async () => {
    calls += 1;
    if (calls > 1) return { authentications: [{}] };
    arrived.resolve();
    await answered.promise;
    return { authentications: [authenticationOf('ada')] };
  });
  const first = lookUp('ada');
  await arrived.promise;
  expect((await lookUp('ada')).user).toBeUndefined();
  answered.resolve();
  expect((await first).user?.id).toBe('ada');
});
