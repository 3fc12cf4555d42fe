import { describe, expect, it } from 'vitest';
import { firstRead } from '../connector/first-read.fixture.ts';
import type { Provider } from '../connector/provider.ts';
import { createCatalogue } from './catalogue.ts';

const descriptor = (provider: string, authMethod: Provider['authMethod']): Provider => ({
  provider,
  name: provider,
  category: 'wg',
  authMethod,
  connectFields: [],
  settingsFields: [],
  documentationUrl: 'https://docs.example',
  appValues: [],
  connect: () => expect.unreachable('a catalogue connects nothing'),
  use: {
    access: ['read'],
    apis: [],
    accountNames: { shape: { digits: [5, 10] } },
    listsAccounts: false,
    accountSettings: [],
    firstRead,
  },
});
const consent = descriptor('consent', 'oauth');
const form = descriptor('form', 'credentials');

const configured = (installation: { clientId?: string; clientSecret?: string }) =>
  createCatalogue([consent], { consent: installation }).find('consent')?.configured;

describe('the catalogue', () => {
  it('the catalogue lists the providers in their order', () => {
    const catalogue = createCatalogue([form, consent], {});
    expect(catalogue.list().map(({ provider }) => provider.provider)).toEqual(['form', 'consent']);
  });

  it('an oauth provider is configured only with client id and client secret', () => {
    expect(configured({})).toBe(false);
    expect(configured({ clientId: 'id' })).toBe(false);
    expect(configured({ clientSecret: 'secret' })).toBe(false);
    expect(configured({ clientId: 'id', clientSecret: 'secret' })).toBe(true);
  });

  it('a credentials provider is always configured', () => {
    expect(createCatalogue([form], {}).find('form')?.configured).toBe(true);
  });

  it('the catalogue does not find an unknown value', () => {
    const catalogue = createCatalogue([form], {});
    expect(catalogue.find('nobody')).toBeUndefined();
    expect(catalogue.find('constructor')).toBeUndefined();
  });
});
