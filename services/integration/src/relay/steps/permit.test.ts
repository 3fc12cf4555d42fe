import { expect, it } from 'vitest';
import type { LiveGrant, RelayedIntegration } from '../../store/relayed-integration.ts';
import type { RelayCaller } from '../relay-parts.ts';
import { key, permittedOf, tokenOf } from './echo.fixture.ts';

const grant: LiveGrant = { id: 'g', access: 'manage', accounts: ['1', '2'] };
const chosen = ['1', '3'];

const byKey = { caller: key };
const ofAll = { ...grant, accounts: null };

it.each<[string, Partial<RelayCaller>, Partial<RelayedIntegration>, object]>([
  ['an admin does what the integration is for', {}, {}, { access: 'manage', accounts: null, grantId: null }],
  ['a member reads', { role: 'member' }, {}, { access: 'read', accounts: null }],
  ['a choice binds sessions', {}, { chosen }, { accounts: chosen, chosen }],
  ['a grant binds a key', byKey, { grant }, { access: 'manage', accounts: ['1', '2'], grantId: 'g' }],
  ['a grant for reading', byKey, { grant: { ...grant, access: 'read' } }, { access: 'read' }],
  ['a grant of an integration for reading', byKey, { grant, access: 'read' }, { access: 'read' }],
  ['a grant has only accounts that were chosen', byKey, { grant, chosen }, { accounts: ['1'] }],
  ['a grant for all has those that were chosen', byKey, { grant: ofAll, chosen }, { accounts: chosen }],
])('%s', async (_, who, integration, permission) => {
  expect((await permittedOf(integration, {}, who)).permission).toMatchObject(permission);
});

it('what authorizes the request is that of the stored credentials', async () => {
  const { stored, authorization } = await permittedOf();
  expect([stored.version, authorization.headers['x-token']]).toEqual([1, tokenOf(1)]);
});

it.each<[string, Partial<RelayCaller>, Partial<RelayedIntegration>, string, RegExp]>([
  ['a viewer', { role: 'viewer' }, { status: 'error' }, 'forbidden', /./],
  ['a key without a grant', byKey, {}, 'forbidden', /no live grant/],
  ['an integration in error', {}, { status: 'error', statusDetail: 'Gone.' }, 'conflict', /^Gone\.$/],
  ['an integration without credentials', {}, { stored: null }, 'conflict', /is active/],
])('%s is refused', async (_, who, integration, code, publicText) => {
  const refused = permittedOf(integration, {}, who);
  await expect(refused).rejects.toMatchObject({ code, publicText: expect.stringMatching(publicText) });
});
