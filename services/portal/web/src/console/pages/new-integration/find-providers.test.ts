import { expect, it } from 'vitest';
import { newIntegration } from '../../words/en/new-integration.ts';
import { findProviders } from './find-providers.ts';

const of = (provider: string, name: string, category: string | null) =>
  ({ provider, name, category }) as Parameters<typeof findProviders>[0][number];
const providers = [
  of('google_dv360', 'Display & Video 360', 'dsp'),
  of('adform', 'Adform', 'dsp'),
  of('meta_ads', 'Meta Ads', 'wg'),
  of('google_ad_manager', 'Google Ad Manager', 'ssp'),
  of('new_one', 'New one', null),
];

it.each([
  ['', ['wg: Meta Ads', 'dsp: Adform, Display & Video 360', 'ssp: Google Ad Manager', 'other: New one']],
  ['GOOGLE', ['dsp: Display & Video 360', 'ssp: Google Ad Manager']],
  ['google manager', ['ssp: Google Ad Manager']],
  ['dsp', ['dsp: Adform, Display & Video 360']],
  ['social', ['wg: Meta Ads']],
  ['nothing', []],
])('the search %j finds providers by name, value and category', (search, expected) => {
  const found = findProviders(providers, search, newIntegration.categories);
  expect(
    found.map(({ category, providers: own }) => `${category}: ${own.map(({ name }) => name).join(', ')}`),
  ).toEqual(expected);
});
