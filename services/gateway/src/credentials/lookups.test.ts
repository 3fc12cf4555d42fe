import type { AuthenticateRequest } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unavailable } from '@patchbay/errors/failure';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createClients } from '../clients.ts';
import { createBackends } from '../testing/backends.ts';
import type { Implementations } from '../testing/default-methods.ts';
import { session, user } from '../testing/values.ts';
import { createSessionLookup, createSharedLookup } from './lookups.ts';

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

function createCounted(ask: (input: string) => Promise<string> = async (input) => `answer to ${input}`) {
  const inputs: string[] = [];
  const lookUp = createSharedLookup<string, string>({
    name: 'test',
    keyOf: (input) => input,
    ask(input) {
      inputs.push(input);
      return ask(input);
    },
  });
  return { lookUp, inputs };
}

describe('createSharedLookup', () => {
  it('lookups of one turn with the same key share one call, and those with another key do not', async () => {
    const { lookUp, inputs } = createCounted();
    const first = lookUp('ada');
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    const answers = await Promise.all([first, lookUp('grace'), lookUp('ada')]);
    expect(answers).toEqual(['answer to ada', 'answer to grace', 'answer to ada']);
    expect(inputs).toEqual(['ada', 'grace']);
  });

  it('a lookup that arrives while a call runs is asked again, because a credential may have been revoked meanwhile', async () => {
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const { lookUp, inputs } = createCounted(() => {
      arrived.resolve();
      return inputs.length === 1 ? answered.promise : Promise.resolve('revoked');
    });
    const first = lookUp('ada');
    await arrived.promise;
    expect(await lookUp('ada')).toBe('revoked');
    answered.resolve('valid');
    expect(await first).toBe('valid');
  });

  it('every lookup that shares a call fails with it, and the next one is asked again', async () => {
    const { lookUp, inputs } = createCounted(() => Promise.reject(new Error('away')));
    const lookups = await Promise.allSettled([lookUp('ada'), lookUp('ada')]);
    expect(lookups.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(lookUp('ada')).rejects.toThrow('away');
    expect(inputs).toEqual(['ada', 'ada']);
  });
});
