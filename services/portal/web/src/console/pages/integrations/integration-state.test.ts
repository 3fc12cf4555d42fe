import { expect, it } from 'vitest';
import { day, integration, now } from './integration.fixture.ts';
import { byUrgency, countStates, isUrgent, stateOf } from './integration-state.ts';

const link = { connectUrl: 'https://patchbay.test/connect/x', expired: false };
const pending = { status: 'pending', connectedAt: null, connectedAccount: null } as const;

it.each([
  ['that works', {}, 'working'],
  ['whose credentials were refused', { status: 'error' }, 'attention'],
  ['whose last check failed', { lastError: 'No answer.' }, 'attention'],
  ['whose access ends in 6 days', { authorizationEndsAt: day(6) }, 'ending'],
  ['whose access ends in 8 days', { authorizationEndsAt: day(8) }, 'working'],
  ['that was never connected', pending, 'waiting'],
  ['that is disabled', { status: 'disabled', lastError: 'Old.' }, 'off'],
] as const)('the state of an integration %s is that of its health: %#', (_, changes, state) => {
  const row = integration(changes);
  expect(stateOf(row, now)).toBe(state);
  expect(isUrgent(row, now)).toBe(state === 'attention' || state === 'ending');
});

it('the most urgent come first, of one health what ends first, then by name', () => {
  const rows = [
    integration({ name: 'Stopped', status: 'error' }),
    integration({ name: 'Unclear', lastError: 'No answer.' }),
    integration({ name: 'Z ends tomorrow', authorizationEndsAt: day(1) }),
    integration({ name: 'A ends later', authorizationEndsAt: day(6) }),
    integration({ ...pending, name: 'No link' }),
    integration({ ...pending, name: 'Expired', connectLink: { ...link, expiresAt: day(-1), expired: true } }),
    integration({ ...pending, name: 'Z soon', connectLink: { ...link, expiresAt: day(1) } }),
    integration({ ...pending, name: 'A later', connectLink: { ...link, expiresAt: day(6) } }),
    integration({ name: 'A works' }),
    integration({ name: 'B works', authorizationEndsAt: day(30) }),
    integration({ name: 'Off', status: 'disabled' }),
  ];
  const names = (all: typeof rows) => all.map(({ name }) => name);
  expect(names(rows.toReversed().toSorted(byUrgency(now)))).toEqual(names(rows));
});

it('integrations are counted by state with the colour of the worst, and states without one are left out', () => {
  const rows = [
    integration({ status: 'disabled' }),
    integration({}),
    integration({ lastError: 'No answer.' }),
    integration({ status: 'error' }),
    integration({ authorizationEndsAt: day(1) }),
  ];
  expect(countStates(rows, now)).toEqual([
    { state: 'attention', count: 2, tone: 'attention' },
    { state: 'ending', count: 1, tone: 'warning' },
    { state: 'working', count: 1, tone: 'working' },
    { state: 'off', count: 1, tone: 'off' },
  ]);
  expect(countStates(rows.slice(2, 3), now)).toEqual([{ state: 'attention', count: 1, tone: 'warning' }]);
});
