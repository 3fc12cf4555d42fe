import { expect, it } from 'vitest';
import { createCatalogue } from '../../providers/catalogue.ts';
import { echoProvider, foundOf, integrationOf } from './echo.fixture.ts';
import { find } from './find.ts';

it.each([
  ['an integration of another workspace', undefined, 'ads'],
  ['an api that the provider does not have', integrationOf({ status: 'error' }), 'other'],
])('%s is not found', async (_, integration, api) => {
  const parts = { find: async () => integration, connectorOf: () => expect.unreachable() };
  const found = find(parts, createCatalogue([echoProvider()], {}), api);
  await expect(found).rejects.toMatchObject({ code: 'not_found' });
});

it('an integration is found with its api and its settings', async () => {
  expect(await foundOf({ settings: { company: '1' } })).toMatchObject({
    api: { name: 'ads' },
    provider: { name: 'Echo Ads' },
    settings: { company: '1' },
    access: 'manage',
  });
});
