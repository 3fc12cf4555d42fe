import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/answer.ts';
import { type GrantValues, grantable, grantOf, idsIn } from './grant-form.ts';

const values: GrantValues = {
  apiKeyId: 'k',
  access: 'read',
  accounts: 'named',
  ids: 'a1, a2',
  expires: '90',
};

it.each([
  [{}, { expiresInDays: 90 }],
  [
    { accounts: 'every', expires: '' },
    { accounts: null, expiresInDays: null },
  ],
  [{ accounts: 'some' }, { accounts: ['a1', 'a2'], expiresInDays: 90 }],
] as const)('a grant has the accounts and the end that were chosen: %j', (changes, sent) => {
  expect(grantOf({ ...values, ...changes })).toEqual({ apiKeyId: 'k', access: 'read', ...sent });
});

it('1 to 100 account ids are read from lines and commas, without duplicates', () => {
  expect(idsIn(' a1\na2, a1;a3 ')).toEqual(['a1', 'a2', 'a3']);
  expect(idsIn(' ,\n')).toBeUndefined();
  expect(idsIn(Array.from({ length: 101 }, (_, index) => `a${index}`).join(' '))).toBeUndefined();
});

it('only usable keys with access to the workspace and a role above viewer are offered', () => {
  const key = (id: string, changes: Partial<Schemas['ApiKey']> = {}): Schemas['ApiKey'] => ({
    id,
    name: id,
    prefix: 'pby_',
    level: 'organization',
    role: 'member',
    creatorEmail: 'ada@acme.example',
    status: 'active',
    createdAt: '2026-11-16T12:00:00Z',
    expiresAt: null,
    ...changes,
  });
  const keys = [
    key('organization'),
    key('own', { level: 'user', role: null }),
    key('here', { level: 'workspace', workspaceSlug: 'north' }),
    key('elsewhere', { level: 'workspace', workspaceSlug: 'south' }),
    key('viewer', { role: 'viewer' }),
    key('disabled', { status: 'disabled' }),
  ];
  expect(grantable(keys, 'north').map(({ id }) => id)).toEqual(['organization', 'own', 'here']);
});
