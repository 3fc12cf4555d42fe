import { createSimulators } from '@patchbay/testing/ad-providers';
import { type RunningSimulator, startAdProviders } from '@patchbay/testing/ad-providers/server';
import type { Simulator, Way } from '@patchbay/testing/ad-providers/simulator';
import { expect, onTestFinished } from 'vitest';
import type { Connection, Connector } from '../connector/connector.ts';
import { type ConnectorsOptions, createConnector } from '../connector/connectors.ts';
import { unguarded } from '../connector/outgoing.fixture.ts';
import { providers } from './index.ts';
import { type Installation, installationsOf } from './installation.ts';

export const redirectUri = 'http://127.0.0.1:3000/v1/connect/oauth/callback';

export const signal: AbortSignal = new AbortController().signal;

export interface Simulated extends RunningSimulator {
  readonly connector: Connector;
  readonly ways: Simulator['ways'];
  /** Logs in by the fields of a way, by default the first. */
  readonly logIn: (way?: Way) => Promise<Connection>;
  /** Method and address of every request so far, without the query. */
  readonly lines: () => string[];
  /** Opens the consent page as a browser; resolves with the code that comes back. */
  readonly consent: (settings?: Readonly<Record<string, string>>) => Promise<string>;
}

/** One provider's connector in front of its simulator, until the test ends. Every request must be one that the provider expects. */
export async function simulated(
  value: string,
  { app, ...options }: Pick<ConnectorsOptions, 'now'> & Pick<Installation, 'app'> = {},
): Promise<Simulated> {
  const adProviders = await startAdProviders(createSimulators().filter(({ provider }) => provider === value));
  const running = adProviders.of(value);
  onTestFinished(async () => {
    await adProviders.stop();
    expect(running.unexpected).toEqual([]);
  });
  const provider = providers.find((candidate) => candidate.provider === value);
  if (provider === undefined) throw new Error(`no provider ${value}`);
  const installations = installationsOf(providers).parse(adProviders.installations);
  const installation = { ...installations[value], ...(app && { app }) };
  const connector = createConnector(provider, {
    installations: { [value]: installation },
    outgoing: unguarded,
    ...options,
  });
  return {
    ...running,
    connector,
    ways: running.simulator.ways,
    lines: () => running.requests.map(({ method, url }) => `${method} ${url}`),
    async logIn({ fields, settings } = running.simulator.ways[0]) {
      const credentials = await connector.login?.(fields, settings, signal);
      return { settings, credentials: credentials ?? expect.unreachable() };
    },
    async consent(settings = {}) {
      const url = connector.consent?.authorizationUrl({ settings, redirectUri, state: 'state' });
      const back = await adProviders.consent(url ?? expect.unreachable());
      return back.searchParams.get('code') ?? expect.unreachable();
    },
  };
}
