import { createHash, randomBytes } from 'node:crypto';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import type { Fault, Simulator, Way } from '@patchbay/testing/ad-providers/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, Connector } from '../connector/connector.ts';
import { createConnector } from '../connector/connectors.ts';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { unguarded } from '../connector/outgoing.fixture.ts';
import { providers } from './index.ts';
import { installationsOf } from './installation.ts';

const redirectUri = 'http://127.0.0.1:3000/v1/connect/oauth/callback';
const signal = new AbortController().signal;

const failureOf = async (work: Promise<unknown>): Promise<ProviderFailure> => {
  const thrown = await work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ProviderFailure);
  return thrown as ProviderFailure;
};

/** What a person does at the consent page, or the form that they fill in. */
async function authorize(
  adProviders: AdProviders,
  connector: Connector,
  { fields, settings }: Pick<Way, 'fields' | 'settings'>,
): Promise<Credentials> {
  const { consent } = connector;
  if (consent === undefined)
    return (await connector.login?.(fields, settings, signal)) ?? expect.unreachable();
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const state = randomBytes(16).toString('base64url');
  const url = consent.authorizationUrl({
    settings,
    redirectUri,
    state,
    ...(consent.pkce && { codeChallenge }),
  });
  const back = await adProviders.consent(url);
  expect(back.searchParams.get('state')).toBe(state);
  const code = back.searchParams.get('code') ?? back.searchParams.get('auth_code') ?? '';
  return consent.exchange({ settings, redirectUri, code, ...(consent.pkce && { codeVerifier }) }, signal);
}

it('there is a simulator of every provider', () => {
  const simulated = createSimulators().map(({ provider }) => provider);
  expect(simulated.toSorted()).toEqual(providers.map(({ provider }) => provider).toSorted());
});

describe.each(createSimulators().map(({ provider }) => provider))('%s', (value) => {
  let adProviders: AdProviders;
  let simulator: Simulator;
  let connector: Connector;
  const provider = providers.find((candidate) => candidate.provider === value);
  if (provider === undefined) throw new Error(`no provider ${value}`);
  const { ways, faults, renewsAfterEnd } = createSimulators().find(
    (each) => each.provider === value,
  ) as Simulator;

  beforeAll(async () => {
    adProviders = await startAdProviders(createSimulators());
    ({ simulator } = adProviders.of(value));
    // Through the schema of the file, so that every name in it is one that the provider takes.
    const installations = installationsOf(providers).parse(adProviders.installations);
    connector = createConnector(provider, { installations, outgoing: unguarded });
  });
  afterEach(() => {
    adProviders.of(value).fail();
    expect(adProviders.of(value).unexpected).toEqual([]);
  });
  afterAll(() => adProviders?.stop());

  const connect = async (way: Way): Promise<Connection> => ({
    settings: way.settings,
    credentials: await authorize(adProviders, connector, way),
  });

  const renew = async (connection: Connection): Promise<Credentials> => {
    if (connector.renew === undefined) throw new Error('the connector has no renewal');
    return connector.renew(connection, signal);
  };

  /** What happens in the phase in which a fault shows. */
  const run = async ({ shows }: Pick<Fault, 'shows'>, fault?: Fault): Promise<void> => {
    if (shows === 'connect') {
      adProviders.of(value).fail(fault);
      await connector.verify(await connect(ways[0]), signal);
      return;
    }
    const connection = await connect(ways[0]);
    adProviders.of(value).fail(fault);
    if (shows === 'verify') await connector.verify(connection, signal);
    else await connector.renew?.(connection, signal);
  };

  it.each(ways)('is connected and verified: $name', async (way) => {
    const connection = await connect(way);
    expect(await connector.verify(connection, signal)).toEqual({ name: way.account });
    expect(Object.values(connection.credentials.secrets).every((secret) => secret !== '')).toBe(true);
  });

  it('is renewed when its access token has ended, and keeps what the answer leaves out', async (context) => {
    if (!simulator.renews || renewsAfterEnd === false) return context.skip();
    const connection = await connect(ways[0]);
    simulator.expireAccessTokens?.();
    expect(await failureOf(connector.verify(connection, signal))).toMatchObject({ reason: 'unauthorized' });
    const credentials = (await connector.renew?.(connection, signal)) ?? expect.unreachable();
    expect(Object.keys(credentials.secrets).toSorted()).toEqual(
      Object.keys(connection.credentials.secrets).toSorted(),
    );
    expect(await connector.verify({ ...connection, credentials }, signal)).toEqual({ name: ways[0].account });
    // Once more with what came back: a refresh token that was replaced must not be used again.
    expect(await connector.renew?.({ ...connection, credentials }, signal)).toBeDefined();
  });

  it.runIf(renewsAfterEnd === false)(
    'is renewed ahead of the end of its access token, because it cannot be renewed after it',
    async () => {
      const connection = await connect(ways[0]);
      const credentials = await renew(connection);
      expect(Object.keys(credentials.secrets)).toEqual(Object.keys(connection.credentials.secrets));
      const renewed = { ...connection, credentials };
      expect(await connector.verify(renewed, signal)).toEqual({ name: ways[0].account });
      expect(await renew(renewed)).toBeDefined();
      simulator.expireAccessTokens?.();
      expect(await failureOf(connector.verify(renewed, signal))).toMatchObject({ reason: 'ended' });
      expect(await failureOf(renew(renewed))).toMatchObject({ reason: 'ended' });
    },
  );

  it('is renewable exactly where the connector says so', () => {
    expect(connector.renew !== undefined).toBe(simulator.renews);
    expect(connector.revoke !== undefined).toBe(simulator.revokes);
    expect(connector.consent !== undefined).toBe(provider.authMethod === 'oauth');
    expect(connector.login !== undefined).toBe(provider.authMethod === 'credentials');
  });

  it.each(faults)('$shows: $name is $kind', async (fault) => {
    const failure = await failureOf(run(fault, fault));
    expect(failure).toMatchObject({
      kind: fault.kind,
      ...(fault.reason && { reason: fault.reason }),
      ...(fault.waitMs !== undefined && { retryAfterMs: fault.waitMs }),
    });
    for (const secret of simulator.secrets()) expect(String(failure)).not.toContain(secret);
  });

  it('fails in each of the three ways somewhere', () => {
    const kinds = new Set(faults.map(({ kind }) => kind));
    expect(kinds).toContain('permanent');
    expect(kinds).toContain('transient');
    expect(kinds.has('ours') || provider.authMethod === 'credentials').toBe(true);
  });

  it('is transient where nobody answers', async () => {
    const unreachable = createConnector(provider, {
      installations: Object.fromEntries(
        Object.entries(installationsOf(providers).parse(adProviders.installations)).map(
          ([name, installation]) => [
            name,
            {
              ...installation,
              endpoints: Object.fromEntries(
                Object.keys(installation?.endpoints ?? {}).map((key) => [key, 'http://127.0.0.1:1']),
              ),
            },
          ],
        ),
      ),
      outgoing: unguarded,
    });
    expect(await failureOf(unreachable.verify(await connect(ways[0]), signal))).toMatchObject({
      kind: 'transient',
    });
  });

  it('refuses what a client typed wrong, or says that there is no client of ours', async () => {
    if (provider.authMethod === 'oauth') {
      const bare = createConnector(provider, { installations: {}, outgoing: unguarded });
      await expect(async () => authorize(adProviders, bare, ways[0])).rejects.toMatchObject({
        reason: 'not_configured',
      });
      return;
    }
    for (const { fields, settings } of ways) {
      for (const { name } of provider.connectFields.filter(({ type }) => type === 'secret')) {
        if (fields[name] === undefined) continue;
        const typed = { settings, fields: { ...fields, [name]: `${fields[name]}x` } };
        const attempt = authorize(adProviders, connector, typed).then((credentials) =>
          connector.verify({ settings, credentials }, signal),
        );
        // A typed refresh token is not used before the access token has ended.
        if (name !== 'refreshToken') expect(await failureOf(attempt)).toMatchObject({ kind: 'permanent' });
        else await attempt;
      }
    }
  });

  it('is revoked, also a second time', async (context) => {
    if (connector.revoke === undefined) return context.skip();
    const connection = await connect(ways[0]);
    await connector.revoke(connection, signal);
    expect(simulator.isRevoked?.()).toBe(true);
    expect(await failureOf(connector.verify(connection, signal))).toMatchObject({ kind: 'permanent' });
    await connector.revoke(connection, signal);
  });
});
