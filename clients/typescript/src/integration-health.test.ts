import { expect, it } from 'vitest';
import {
  accountNames,
  endingSoonMs,
  healthOf,
  healthTones,
  integrationHealths,
} from './integration-health.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const ends = (inMs: number) => ({ authorizationEndsAt: new Date(now + inMs).toISOString() });
const active = {
  status: 'active',
  lastError: null,
  connectedAt: '2026-11-01T12:00:00.000Z',
  authorizationEndsAt: null,
  connectLink: null,
} as const;
const link = { connectUrl: 'https://patchbay.test/connect/x', expiresAt: '2026-11-20T12:00:00.000Z' };
const unconnected = { ...active, connectedAt: null };

it.each([
  ['that works', active, 'working'],
  ['whose credentials were refused', { ...active, status: 'error', lastError: 'Old.' }, 'refused'],
  ['that never connected', { ...unconnected, status: 'error' }, 'rejected'],
  [
    'that ended this moment, whatever its last check said',
    { ...active, ...ends(0), lastError: 'Old.' },
    'ended',
  ],
  ['whose last check had no clear result', { ...active, ...ends(1), lastError: 'No answer.' }, 'failing'],
  ['that ends in a week', { ...active, ...ends(endingSoonMs) }, 'ending'],
  ['that ends after a week', { ...active, ...ends(endingSoonMs + 1) }, 'working'],
  ['without a link', { ...unconnected, status: 'pending' }, 'unsent'],
  [
    'whose link has expired',
    { ...unconnected, status: 'pending', connectLink: { ...link, expired: true } },
    'unsent',
  ],
  [
    'whose client has a link',
    { ...unconnected, status: 'pending', connectLink: { ...link, expired: false } },
    'waiting',
  ],
  ['that is disabled', { ...active, ...ends(0), status: 'disabled', lastError: 'Old.' }, 'off'],
] as const)('the health of an integration %s is told from its fields: %#', (_, integration, health) => {
  expect(healthOf(integration, now)).toBe(health);
});

it('healths are ordered by their tones, red ones first', () => {
  const tones = ['attention', 'warning', 'waiting', 'working', 'off'];
  const places = integrationHealths.map((health) => tones.indexOf(healthTones[health]));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it('chosen accounts are named, else the connected account, and none where none is known', () => {
  const accounts = [
    { id: '1', name: 'Shop' },
    { id: '2', name: null },
  ];
  expect(accountNames({ accounts, connectedAccount: 'Shop' })).toEqual(['Shop', '2']);
  expect(accountNames({ accounts: accounts.slice(0, 1), connectedAccount: 'Search' })).toEqual(['Shop']);
  expect(accountNames({ accounts: accounts.slice(1), connectedAccount: 'Named' })).toEqual(['Named']);
  expect(accountNames({ accounts: null, connectedAccount: 'Search' })).toEqual(['Search']);
  expect(accountNames({ accounts: null, connectedAccount: null })).toEqual([]);
});
