import { createSimulators } from '@patchbay/testing/ad-providers';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../connector/connector.ts';
import { createConnector } from '../connector/connectors.ts';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import { providers } from './index.ts';
import { redirectUri, signal } from './simulated.fixture.ts';

/** Texts that would lead elsewhere as part of a host, a port, a user name or a resolved path. */
const hostile = [
  'attacker.example',
  '.attacker.example',
  '@attacker.example',
  '//attacker.example',
  'x@y:1/',
  '\\x',
];

const simulators = createSimulators();

/** Every secret has a value, so that each method has something to send; the caller gives settings and fields. */
const connectionOf = (settings: Values, secrets: Readonly<Record<string, string>>) => ({
  settings,
  credentials: { secrets, expiresAt: null, renewAt: null, endsAt: null },
});

/** The hosts of the first request of each method, and of the consent page. */
async function hostsOf(
  provider: Provider,
  settings: Values,
  fields: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { clientId = 'client', clientSecret = 'secret', app } = simulatorOf(provider).installation;
  const hosts: string[] = [];
  const connector: Connector = createConnector(provider, {
    installations: { [provider.provider]: { clientId, clientSecret, ...(app && { app }) } },
    outgoing: {
      async send({ url }) {
        hosts.push(new URL(url).origin);
        return { status: 500, headers: {}, text: '' };
      },
    },
  });
  const names = [...provider.connectFields.map(({ name }) => name), 'accessToken', 'refreshToken'];
  const secrets = { ...Object.fromEntries(names.map((name) => [name, 'secret'])), ...fields };
  const connection = connectionOf(settings, secrets);
  const asked = { settings, redirectUri, state: 'state', codeChallenge: 'challenge' };
  if (connector.consent) hosts.push(new URL(connector.consent.authorizationUrl(asked)).origin);
  const grant = { settings, redirectUri, code: 'code', codeVerifier: 'verifier' };
  await Promise.allSettled([
    connector.consent?.exchange(grant, signal),
    connector.login?.(secrets, settings, signal),
    connector.renew?.(connection, signal),
    connector.verify(connection, signal),
    connector.revoke?.(connection, signal),
  ]);
  return hosts;
}

function simulatorOf({ provider }: Pick<Provider, 'provider'>) {
  const simulator = simulators.find((each) => each.provider === provider);
  if (simulator === undefined) throw new Error(`no simulator of ${provider}`);
  return simulator;
}

describe('no setting and no field chooses a host', () => {
  it.each(providers.map((provider) => ({ provider, value: provider.provider })))(
    'no setting and no field of $value chooses a host',
    async ({ provider }) => {
      const { ways, addresses } = simulatorOf(provider);
      const known = new Set(addresses.map((address) => new URL(address).origin));
      const seen = new Set<string>();
      for (const { settings, fields } of ways) {
        for (const text of hostile) {
          const replaced = (values: Values, free: readonly { name: string; type: string }[]): Values => ({
            ...values,
            // The values of an enum are checked before a connector gets them.
            ...Object.fromEntries(free.filter(({ type }) => type !== 'enum').map(({ name }) => [name, text])),
          });
          const hosts = await hostsOf(
            provider,
            replaced(settings, provider.settingsFields),
            replaced(fields, provider.connectFields) as Record<string, string>,
          );
          for (const host of hosts) seen.add(host);
        }
      }
      expect(seen.size).toBeGreaterThan(0);
      expect([...seen].filter((host) => !known.has(host))).toEqual([]);
    },
  );
});
