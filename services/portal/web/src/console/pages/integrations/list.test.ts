import { expect, it } from 'vitest';
import { integration, now } from './integration.fixture.ts';
import { found, inOrder, providersOf } from './list.ts';

it('integrations that need attention come first, then by name', () => {
  const rows = [
    integration({ name: 'Off', status: 'disabled' }),
    integration({ name: 'Works B' }),
    integration({ name: 'Waits', status: 'pending' }),
    integration({ name: 'Works A' }),
    integration({ name: 'Broken', status: 'error' }),
  ];
  expect(inOrder(rows, now).map(({ row }) => row.name)).toEqual([
    'Broken',
    'Waits',
    'Works A',
    'Works B',
    'Off',
  ]);
});

it('a search finds names, providers and accounts, and the filter keeps one provider', () => {
  const rows = [
    integration({ name: 'One' }),
    integration({ name: 'Two', connectedAccount: 'Südwind', provider: 'adform', providerName: 'Adform' }),
  ];
  const names = (search: string, provider = '') => found(rows, { search, provider }).map(({ name }) => name);
  expect(names(' süd ')).toEqual(['Two']);
  expect(names('trade desk')).toEqual(['One']);
  expect(names('', 'adform')).toEqual(['Two']);
  expect(names('one', 'adform')).toEqual([]);
});

it('providers are offered once each, by name', () => {
  const adform = { provider: 'adform', providerName: 'Adform' } as const;
  expect(providersOf([integration({}), integration(adform), integration({})])).toEqual([
    { value: 'adform', label: 'Adform' },
    { value: 'the_trade_desk', label: 'The Trade Desk' },
  ]);
});
