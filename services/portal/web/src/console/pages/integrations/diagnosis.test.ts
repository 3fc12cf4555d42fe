import { expect, it } from 'vitest';
import { diagnosisOf, nameOf, operationOf, stepsFor } from './diagnosis.ts';
import { day, integration, now } from './integration.fixture.ts';

const link = { connectUrl: 'https://patchbay.test/connect/x', expiresAt: day(3), expired: false };
const unconnected = { status: 'pending', connectedAt: null, connectedAccount: null } as const;

it.each([
  ['that works', {}, 'working', 'verify'],
  ['whose last check got no answer', { lastError: 'No answer.' }, 'failing', 'verify'],
  ['that was refused', { status: 'error' }, 'refused', 'connect'],
  [
    'that was refused at a provider with consent',
    { status: 'error', authMethod: 'oauth' },
    'refused',
    'link',
  ],
  [
    'that was refused, and whose client has a new link',
    { status: 'error', authMethod: 'oauth', connectLink: link },
    'refused',
    'connect',
  ],
  ['that never connected', { ...unconnected, status: 'error' }, 'rejected', 'connect'],
  ['that ends in five days', { authorizationEndsAt: day(5) }, 'ending', 'connect'],
  ['that has ended', { authorizationEndsAt: day(-1), lastError: 'No answer.' }, 'ended', 'connect'],
  ['without a link', unconnected, 'unsent', 'link'],
  ['whose link expired', { ...unconnected, connectLink: { ...link, expired: true } }, 'unsent', 'link'],
  ['whose link was sent', { ...unconnected, connectLink: link }, 'waiting', 'connect'],
  ['that is disabled', { status: 'disabled' }, 'off', 'enable'],
] as const)('an integration %s has a diagnosis and one next step: %#', (_, changes, diagnosis, step) => {
  const row = integration(changes);
  expect(diagnosisOf(row, now)).toBe(diagnosis);
  expect(stepsFor(row, diagnosis)[0]).toBe(step);
});

it('an integration that was never connected is not verified', () => {
  for (const changes of [unconnected, { ...unconnected, status: 'disabled' as const }]) {
    const row = integration(changes);
    expect(stepsFor(row, diagnosisOf(row, now))).not.toContain('verify');
  }
});

it('a consent needs a link, and a form needs the operation that takes credentials', () => {
  expect(operationOf('connect', { authMethod: 'oauth' })).toBe('issueConnectLink');
  expect(operationOf('connect', { authMethod: 'credentials' })).toBe('connectIntegration');
});

it('what was connected before is connected again, and anything else is connected', () => {
  expect(nameOf('link', integration({}))).toBe('linkAgain');
  expect(nameOf('connect', integration({}))).toBe('connectAgain');
  expect(nameOf('verify', integration({}))).toBe('verify');
  expect(nameOf('link', integration(unconnected))).toBe('link');
});
