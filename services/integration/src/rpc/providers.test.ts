import { createClient } from '@connectrpc/connect';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { callAs } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createLogger } from '@patchbay/telemetry/logger';
import { anonymousContext, createTestCallers } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../providers/catalogue.ts';
import { providers } from '../providers/index.ts';
import { getProvider, listProviders } from './providers.ts';

const callers = createTestCallers();
const catalogue = createCatalogue(providers, { meta_ads: { clientId: 'id', clientSecret: 'secret' } });
const client = createClient(
  IntegrationService,
  createInProcessTransport({
    from: 'gateway',
    to: 'integration',
    routes: (router) =>
      router.service(IntegrationService, {
        listProviders: listProviders({ catalogue }),
        getProvider: getProvider({ catalogue }),
      }),
    verifier: callers.verifier('integration'),
    minter: callers.minter('gateway'),
    logger: createLogger({ service: 'test', level: 'silent' }),
  }),
);
const caller = callAs(anonymousContext());

describe('the provider methods', () => {
  it('listProviders returns every provider in the order of the catalogue', async () => {
    const { providers: listed } = await client.listProviders({}, caller);
    expect(listed.map(({ provider }) => provider)).toEqual(providers.map(({ provider }) => provider));
    expect(
      listed.flatMap(({ provider, authMethod, configured }) =>
        authMethod === 'oauth' && configured ? [provider] : [],
      ),
    ).toEqual(['meta_ads']);
  });

  it('getProvider returns a provider with every property of every field', async () => {
    const { provider } = await client.getProvider({ provider: 'the_trade_desk' }, caller);
    expect(provider).toMatchObject({
      name: 'The Trade Desk',
      category: 'dsp',
      authMethod: 'credentials',
      configured: true,
    });
    expect(provider?.connectFields.map(({ name, group }) => [name, group])).toEqual([
      ['apiToken', 'apiToken'],
      ['login', 'login'],
      ['password', 'login'],
    ]);
    expect(provider?.settingsFields.find(({ name }) => name === 'environment')).toMatchObject({
      type: 'enum',
      required: false,
      options: ['production', 'sandbox'],
      default: 'production',
    });
  });

  it('getProvider does not find an unknown value', async () => {
    const error = await client
      .getProvider({ provider: 'constructor' }, caller)
      .catch((thrown: unknown) => thrown);
    expect(fromConnectError(error, 'integration').code).toBe('not_found');
  });
});
