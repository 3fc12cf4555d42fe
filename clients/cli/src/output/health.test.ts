import { expect, it } from 'vitest';
import { healthCell } from './health.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const active = {
  status: 'active',
  lastError: null,
  connectedAt: '2026-11-01T12:00:00.000Z',
  authorizationEndsAt: null,
  connectLink: null,
};

it('the status of an integration is that of the console, and that of other things is left as it is', () => {
  expect(healthCell(active, now)).toEqual({ text: 'Working', colour: 'green' });
  expect(healthCell({ ...active, lastError: 'No answer.' }, now)).toEqual({
    text: 'Check failed',
    colour: 'yellow',
  });
  expect(healthCell({ status: 'active', name: 'A key' }, now)).toBeUndefined();
});
