import { createSimulators } from '@patchbay/testing/ad-providers';
import type { Fault, Simulator } from '@patchbay/testing/ad-providers/simulator';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../connector/connector.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { readSettings } from '../domain/fields.ts';
import { providers } from './index.ts';
import { failureOf, type Simulated, scopesAsked, simulated } from './simulated.fixture.ts';

const simulators = createSimulators();
const valuesOf = (some: readonly Simulator[]): string[] => some.map(({ provider }) => provider);
const namesIn = ({ credentials }: Connection): string[] => Object.keys(credentials.secrets).toSorted();

it('there is a simulator of every provider', () => {
  expect(valuesOf(simulators)).toEqual(providers.map(({ provider }) => provider));
});

describe('a provider', () => {
  const ways = simulators.flatMap(({ provider, ways: all }) => all.map((way) => ({ provider, way })));

  it.each(ways)('$provider is connected and verified: $way.name', async ({ provider, way }) => {
    const { connect, verify } = await simulated(provider);
    const connection = await connect(way);
    expect(await verify(connection)).toEqual({ name: way.account });
    expect(Object.values(connection.credentials.secrets)).not.toContain('');
  });

  it.each(simulators)('$provider has the capabilities of its simulator and no others', async (facts) => {
    const { connector } = await simulated(facts.provider);
    const { authMethod } = providers.find(({ provider }) => provider === facts.provider) ?? {};
    expect(connector.renew !== undefined).toBe(facts.renews);
    expect(connector.revoke !== undefined).toBe(facts.revokes);
    expect(connector.consent !== undefined).toBe(authMethod === 'oauth');
    expect(connector.login !== undefined).toBe(authMethod === 'credentials');
  });
});

it.each(valuesOf(simulators))('%s authorizes requests without our client secret', async (value) => {
  const { connect, connector } = await simulated(value);
  const connection = await connect();
  const withoutSecret = await simulated(value, { clientSecret: undefined });
  expect(withoutSecret.connector.authorize(connection)).toEqual(connector.authorize(connection));
});

it.each(providers.filter(({ authMethod }) => authMethod === 'oauth'))(
  'a consent of $provider asks for other scopes to change than to read, if there are such',
  async ({ provider, use }) => {
    const { connector, ways } = await simulated(provider);
    const { read, manage } = scopesAsked(connector, ways[0].settings);
    expect(read !== manage).toBe(use.hasReadScope === true);
  },
);

it.each(simulators)(
  'every account that $provider lists can be named in its settings',
  async ({ provider, ways: [way] }) => {
    const { connect, connector } = await simulated(provider);
    const { settingsFields = [] } = providers.find((each) => each.provider === provider) ?? {};
    const listed = connector.listAccounts?.(await connect(way), new AbortController().signal) ?? [];
    for await (const { settings } of listed)
      expect(readSettings(settingsFields, { ...way.settings, ...settings })).toMatchObject(settings);
  },
);

describe('a renewal', () => {
  const afterTheEnd = simulators.filter(({ renews, renewsAfterEnd }) => renews && renewsAfterEnd !== false);
  const aheadOnly = simulators.filter(({ renewsAfterEnd }) => renewsAfterEnd === false);

  it.each(valuesOf(afterTheEnd))(
    'a renewal of %s returns a new access token and keeps the other secrets',
    async (value) => {
      const { connect, verify, renew, simulator } = await simulated(value);
      const connection = await connect();
      simulator.expireAccessTokens?.();
      expect(await failureOf(verify(connection))).toMatchObject({ reason: 'unauthorized' });
      const renewed = await renew(connection);
      expect(namesIn(renewed)).toEqual(namesIn(connection));
      expect(await verify(renewed)).toEqual({ name: simulator.ways[0].account });
      // Again with the renewed credentials: a replaced refresh token must not be used again.
      expect(namesIn(await renew(renewed))).toEqual(namesIn(connection));
    },
  );

  it.each(valuesOf(aheadOnly))('a renewal of %s works only before its access token ends', async (value) => {
    const { connect, verify, renew, simulator } = await simulated(value);
    const connection = await connect();
    expect(connection.credentials.renewAt).not.toBeNull();
    const renewed = await renew(connection);
    expect(namesIn(renewed)).toEqual(namesIn(connection));
    expect(await verify(renewed)).toEqual({ name: simulator.ways[0].account });
    simulator.expireAccessTokens?.();
    expect(await failureOf(verify(renewed))).toMatchObject({ reason: 'ended' });
    expect(await failureOf(renew(renewed))).toMatchObject({ reason: 'ended' });
  });
});

describe('a failure', () => {
  /** Runs the phase in which a fault shows. */
  const phases: Readonly<Record<Fault['shows'], (provider: Simulated, fault: Fault) => Promise<unknown>>> = {
    async connect({ connect, verify, ...running }, fault) {
      running.fail(fault);
      return verify(await connect());
    },
    async renew({ connect, renew, ...running }, fault) {
      const connection = await connect();
      running.fail(fault);
      return renew(connection);
    },
    async verify({ connect, verify, ...running }, fault) {
      const connection = await connect();
      running.fail(fault);
      return verify(connection);
    },
  };
  const faults = simulators.flatMap(({ provider, faults: all }) => all.map((fault) => ({ provider, fault })));

  it.each(faults)(
    'a failure of $provider to $fault.shows: $fault.name is $fault.kind',
    async ({ provider, fault }) => {
      const running = await simulated(provider);
      const failure = await failureOf(phases[fault.shows](running, fault));
      expect(failure.hint ?? '').toContain(fault.hint ?? '');
      expect(failure).toMatchObject({
        kind: fault.kind,
        ...(fault.reason && { reason: fault.reason }),
        ...(fault.waitMs !== undefined && { retryAfterMs: fault.waitMs }),
      });
      for (const secret of running.simulator.secrets()) expect(String(failure)).not.toContain(secret);
    },
  );

  it.each(providers)('the simulator of $provider has a fault of every kind', ({ provider, authMethod }) => {
    const kinds = faults.filter((each) => each.provider === provider).map(({ fault }) => fault.kind);
    const expected = authMethod === 'oauth' ? ['permanent', 'transient', 'ours'] : ['permanent', 'transient'];
    expect(kinds).toEqual(expect.arrayContaining(expected));
  });

  const byConsent = providers.filter(({ authMethod }) => authMethod === 'oauth');

  it.each(byConsent)(
    'a consent at $provider without a configured client is a fault of this installation',
    async ({ provider }) => {
      const { connect } = await simulated(provider, { clientId: undefined });
      expect(await failureOf(connect())).toMatchObject({ reason: 'not_configured' });
    },
  );

  const typedWrong = providers.flatMap(({ provider, connectFields }) => {
    const secrets = connectFields.filter(({ type }) => type === 'secret').map(({ name }) => name);
    const { ways } = simulators.find((each) => each.provider === provider) ?? { ways: [] };
    return ways.flatMap(({ fields, settings }) =>
      secrets
        // A typed refresh token is not used before the access token has ended.
        .filter((name) => fields[name] !== undefined && name !== 'refreshToken')
        .map((name) => ({ provider, name, settings, fields: { ...fields, [name]: `${fields[name]}x` } })),
    );
  });

  it.each(typedWrong)('a wrong $name at $provider is a permanent failure', async ({ provider, ...input }) => {
    const { connect, verify } = await simulated(provider);
    expect(await failureOf(connect(input).then(verify))).toMatchObject({ kind: 'permanent' });
  });
});

describe('a request', () => {
  const byForm = providers.flatMap(({ provider, connectFields }) => {
    const { ways } = simulators.find((each) => each.provider === provider) ?? { ways: [] };
    const free = connectFields.filter(({ pattern }) => pattern === undefined).map(({ name }) => name);
    return ways.map(({ fields, settings, name }) => ({
      provider,
      name,
      settings,
      fields: Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [
          field,
          free.includes(field) ? 'zwei\nZeilen, größer' : value,
        ]),
      ),
    }));
  });
  const typed = byForm.filter(({ fields }) => Object.keys(fields).length > 0);

  it.each(typed)(
    'a request to $provider can be sent whatever is typed: $name',
    async ({ provider, settings, fields }) => {
      const { connect, verify } = await simulated(provider);
      const failure = await failureOf(
        connect({ fields, settings })
          .then(verify)
          // Without freely typed fields all values are correct.
          .then(() => Promise.reject(new ProviderFailure('unavailable', { code: 'none' }))),
      );
      expect(failure.code).not.toBe('a value cannot be sent in a header');
    },
  );

  const tokenHeaders = ['authorization', 'ttd-auth', 'x-auth-token', 'access-token'];
  /** Without the scheme before the token, or with one if the provider has none. */
  const otherScheme = (value: string): string => value.split(' ')[1] ?? `Bearer ${value}`;

  it.each(valuesOf(simulators))(
    'a request to %s carries the token as the provider documents',
    async (value) => {
      const { connect, verify, requests, simulator } = await simulated(value);
      await verify(await connect());
      const last = requests.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      const name = tokenHeaders.find((each) => last.headers[each] !== undefined) ?? 'none';
      const changed = { ...last.headers, [name]: otherScheme(last.headers[name] ?? '') };
      const outcomeOf = (headers: Readonly<Record<string, string>>): string => {
        try {
          return JSON.stringify(simulator.answer({ ...last, headers }));
        } catch (error) {
          return String(error);
        }
      };
      expect(tokenHeaders).toContain(name);
      expect(outcomeOf(last.headers)).toBe(outcomeOf(last.headers));
      expect(outcomeOf(changed)).not.toBe(outcomeOf(last.headers));
    },
  );
});

describe('a revocation', () => {
  const revoking = simulators.filter(({ revokes }) => revokes);

  it.each(valuesOf(revoking))(
    'a revocation at %s ends the authorization and may be repeated',
    async (value) => {
      const { connect, verify, revoke, simulator } = await simulated(value);
      const connection = await connect();
      await revoke(connection);
      expect(simulator.isRevoked?.()).toBe(true);
      expect(await failureOf(verify(connection))).toMatchObject({ kind: 'permanent' });
      await revoke(connection);
    },
  );
});
