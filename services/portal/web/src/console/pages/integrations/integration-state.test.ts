import { expect, it } from 'vitest';
import { countStates, stateOf } from './integration-state.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const active = { status: 'active', lastError: null, authorizationEndsAt: null } as const;

it.each([
  ['an active integration', active, 'working'],
  ['one whose credentials were refused', { ...active, status: 'error' }, 'attention'],
  [
    'one whose last check failed',
    { ...active, lastError: 'The provider could not be reached.' },
    'attention',
  ],
  [
    'one whose access ends in 13 days',
    { ...active, authorizationEndsAt: '2026-11-29T12:00:00Z' },
    'attention',
  ],
  ['one whose access ends in 15 days', { ...active, authorizationEndsAt: '2026-12-01T12:00:00Z' }, 'working'],
  ['one that was never connected', { ...active, status: 'pending' }, 'waiting'],
  ['one that is disabled', { ...active, status: 'disabled', lastError: 'Old.' }, 'off'],
] as const)('the state of %s is told from its status, last error and end: %#', (_, integration, state) => {
  expect(stateOf(integration, now)).toBe(state);
});

it('integrations are counted by state, those that need attention first, and states without one are left out', () => {
  expect(countStates(['off', 'working', 'attention', 'working'])).toEqual([
    { state: 'attention', count: 1 },
    { state: 'working', count: 2 },
    { state: 'off', count: 1 },
  ]);
});
