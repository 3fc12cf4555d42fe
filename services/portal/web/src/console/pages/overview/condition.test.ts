import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/answer.ts';
import { conditionOf, isBroken, linkTextOf } from './condition.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const active = {
  status: 'active',
  connectedAt: '2026-11-01T12:00:00Z',
  lastError: null,
  lastErrorAt: null,
  authorizationEndsAt: null,
} as Schemas['Integration'];
const failing = { lastError: 'No answer.', lastErrorAt: '2026-11-16T11:00:00Z' };

it.each([
  ['works', {}, 'working', 'Working', false],
  ['was refused', { status: 'error' }, 'attention', 'Stopped working', true],
  [
    'was refused at its first try',
    { status: 'error', connectedAt: null },
    'attention',
    'The credentials were refused',
    true,
  ],
  ['failed its last check', failing, 'attention', 'Last check failed 1 hour ago', true],
  [
    'ends in three days',
    { authorizationEndsAt: '2026-11-19T12:00:00Z' },
    'attention',
    'Access ends in 3 days',
    false,
  ],
  [
    'ended yesterday',
    { authorizationEndsAt: '2026-11-15T12:00:00Z' },
    'attention',
    'Access ended yesterday',
    false,
  ],
  ['was never connected', { status: 'pending' }, 'waiting', 'Not connected yet', false],
  ['is disabled', { status: 'disabled', ...failing }, 'off', 'Switched off', false],
] as const)(
  'an integration that %s is described by its state and a few words',
  (_, changes, state, text, broken) => {
    const integration = { ...active, ...changes };
    expect(conditionOf(integration, now)).toEqual({ state, text });
    expect(isBroken(integration)).toBe(broken);
  },
);

it.each([
  [null, 'No link yet'],
  [{ connectUrl: '', expiresAt: '2026-11-18T12:00:00Z', expired: false }, 'Link expires in 2 days'],
  [{ connectUrl: '', expiresAt: '2026-11-14T12:00:00Z', expired: true }, 'Link expired 2 days ago'],
])('the link of an integration is described by its expiry: %#', (connectLink, text) => {
  expect(linkTextOf({ connectLink }, now)).toBe(text);
});
