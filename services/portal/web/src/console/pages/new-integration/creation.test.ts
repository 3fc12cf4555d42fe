import { expect, it } from 'vitest';
import { refusedFields } from '../../../pages/connect/fields.ts';
import { creationOf, problemsOf, settingsOf, startOf } from './creation.ts';

const provider = {
  provider: 'adform',
  name: 'Adform',
  category: 'dsp',
  authMethod: 'credentials',
  configured: true,
  connectFields: [],
  settingsFields: [
    { name: 'name', label: 'Name of the network', type: 'string', required: false },
    { name: 'limit', label: 'Limit', type: 'integer', required: true },
    { name: 'live', label: 'Live', type: 'boolean', required: false, default: 'true' },
    { name: 'region', label: 'Region', type: 'enum', required: true, options: ['EU', 'NA'] },
  ],
  documentationUrl: 'https://adform.example',
  access: ['read', 'manage'],
  apis: [],
  listsAccounts: false,
} as const satisfies Parameters<typeof startOf>[0];

it('a new form has the name of the provider, the least access and the defaults of settings', () => {
  expect(startOf(provider)).toEqual({
    name: 'Adform',
    access: 'read',
    returnUrl: '',
    connectLinkExpiresInDays: '7',
    'settings-name': '',
    'settings-limit': '',
    'settings-live': true,
    'settings-region': '',
  });
});

it('the request has settings in their types and without empty ones, apart from fields of the same name', () => {
  const values = {
    ...startOf(provider),
    name: ' Nordlicht ',
    'settings-limit': '5',
    'settings-region': 'EU',
  };
  expect(creationOf(provider, settingsOf(provider), values)).toEqual({
    provider: 'adform',
    name: 'Nordlicht',
    access: 'read',
    settings: { limit: 5, live: true, region: 'EU' },
    connectLinkExpiresInDays: 7,
  });
  const more = { ...values, access: 'manage', returnUrl: ' https://acme.example/ ', 'settings-name': 'Main' };
  expect(creationOf(provider, settingsOf(provider), more)).toMatchObject({
    access: 'manage',
    settings: { name: 'Main' },
    returnUrl: 'https://acme.example/',
  });
});

it('a refused setting is assigned to its field, and a refused name to the name', () => {
  const errors = problemsOf([
    { path: 'settings.limit', message: 'must be a whole number' },
    { path: 'name', message: 'is too long' },
  ]);
  const { fields, others } = refusedFields(errors, settingsOf(provider));
  expect(fields.map(({ field, message }) => [field.name, message])).toEqual([
    ['settings-limit', 'must be a whole number'],
  ]);
  expect(others).toEqual(['Name is too long.']);
});
