import { notFound } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { bearer, startGateway } from '../../testing/gateway.ts';

const provider = {
  provider: 'example_ads',
  name: 'Example Ads',
  category: 'dsp',
  configured: true,
  documentationUrl: 'https://ads.example/docs',
  connectFields: [
    { name: 'region', label: 'Region', type: 'enum', required: true, options: ['eu', 'us'], default: 'eu' },
    { name: 'token', label: 'Token', type: 'secret', required: true, pattern: '^[a-z]+$', maxLength: 4_096 },
  ],
  access: ['read'],
  apis: [{ name: 'example', baseUrl: 'https://api.ads.example/v1', description: 'Campaigns' }],
  listsAccounts: true,
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'example',
    method: 'POST',
    path: 'campaigns/search',
    headers: { 'example-account': '{account}' },
    body: '{"status":"active"}',
    accountSetting: 'accountId',
    rows: '/campaigns',
    columns: [{ name: 'Campaign', at: '/name' }],
  },
};

describe('providers', () => {
  const integration = {
    listProviders: () => ({ providers: [provider] }),
    getProvider: ({ provider: value }: { provider: string }) => {
      if (value !== provider.provider) throw notFound();
      return { provider };
    },
  };
  const presented = { ...provider, authMethod: null, settingsFields: [] };

  it('providers are listed with null for missing values', async () => {
    const { fetch } = await startGateway({ implementations: { integration } });
    const response = await fetch('/v1/integrations/providers', { headers: bearer });
    expect(await response.json()).toEqual({ providers: [presented] });
  });

  it('a provider is read by its value', async () => {
    const { fetch } = await startGateway({ implementations: { integration } });
    const read = (value: string) => fetch(`/v1/integrations/providers/${value}`, { headers: bearer });
    expect(await (await read('example_ads')).json()).toEqual(presented);
    expect((await read('other_ads')).status).toBe(404);
  });
});
