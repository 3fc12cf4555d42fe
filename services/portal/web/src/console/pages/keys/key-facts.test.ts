import { expect, it } from 'vitest';
import { type ApiKey, endsSoon, filterKeys, recencyOf } from './key-facts.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');
const after = (days: number): string => new Date(now + days * 86_400_000).toISOString();
const key: ApiKey = {
  id: '1',
  name: 'Reporting',
  prefix: 'pby_7Qd2mXr9TfK',
  level: 'workspace',
  role: 'viewer',
  workspace: 'North',
  workspaceSlug: 'north',
  creatorEmail: 'ada@acme.example',
  status: 'active',
  createdAt: after(-100),
  expiresAt: null,
};

it.each([
  [null, false],
  [after(8), false],
  [after(6), true],
])('an active key that expires at %s ends soon: %s', (expiresAt, soon) => {
  expect(endsSoon({ ...key, expiresAt }, now)).toBe(soon);
});

it('a key that was revoked does not end soon, whatever it says about its expiry', () => {
  expect(endsSoon({ ...key, status: 'revoked', expiresAt: after(1) }, now)).toBe(false);
});

it.each([
  [-0.5, 'day'],
  [-3, 'week'],
  [-20, 'month'],
  [-31, 'long'],
] as const)('a key that was used %s days ago counts as used within: %s', (days, recency) => {
  expect(recencyOf({ ...key, lastRequest: after(days) }, now)).toBe(recency);
});

it('a key without a request was never used', () => expect(recencyOf(key, now)).toBe('never'));

it('without a filter the list has the keys that have not ended, newest first', () => {
  const keys = (['active', 'disabled', 'expired', 'revoked'] as const).map((status, index) => ({
    ...key,
    id: `${index}`,
    status,
  }));
  const idsOf = (status: string): string[] =>
    filterKeys(keys, { status, level: '', search: '' }).map(({ id }) => id);
  expect(idsOf('')).toEqual(['1', '0']);
  expect(idsOf('revoked')).toEqual(['3']);
  expect(idsOf('any')).toEqual(['3', '2', '1', '0']);
});

it.each(['report', 'PBY_7Q', 'ada@', 'north'])('the search for %s finds the key', (search) => {
  expect(filterKeys([key], { status: '', level: 'workspace', search })).toEqual([key]);
  expect(filterKeys([key], { status: '', level: 'user', search })).toEqual([]);
});
