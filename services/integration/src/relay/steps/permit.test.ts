import { expect, it } from 'vitest';
import type { LiveGrant, RelayedIntegration } from '../../store/relayed-integration.ts';
import type { RelayCaller } from '../relay-parts.ts';
import { key, permittedOf, tokenOf } from './echo.fixture.ts';

const grant: LiveGrant = { id: 'g', access: 'manage', accounts: ['1', '2'] };
const chosen = ['1', '3'];

it.each<[string, Partial<RelayCaller>, Partial<RelayedIntegration>, object]>([
  ['an admin does what the integration is for', {}, {}, { access: 'manage', accounts: null, grantId: null }],
  ['a member reads', { role: 'member' }, {}, { access: 'read', accounts: null }],
  ['a choice binds sessions', {}, { chosen }, { accounts: chosen, chosen }],
  [
    'a grant binds a key',
    { caller: key },
    { grant },
    { access: 'manage', accounts: ['1', '2'], grantId: 'g' },
  ],
  [
    'a grant for reading does not allow changes',
    { caller: key },
    { grant: { ...grant, access: 'read' } },
    { access: 'read' },
  ],
  [
    'a grant allows no more than the integration',
    { caller: key },
    { grant, access: 'read' },
    { access: 'read' },
  ],
  [
    'a grant has only accounts that the client chose',
    { caller: key },
    { grant, chosen },
    { accounts: ['1'] },
  ],
  [
    'a grant for every account has those that the client chose',
    { caller: key },
    { grant: { ...grant, accounts: null }, chosen },
    { accounts: chosen },
  ],
])('%s', async (_, who, integration, permission) => {
  expect((await permittedOf(integration, {}, who)).permission).toMatchObject(permission);
});

it('what authorizes the request is that of the stored credentials', async () => {
  const { stored, authorization } = await permittedOf();
  expect([stored.version, authorization.headers['x-token']]).toEqual([1, tokenOf(1)]);
});

it.each<[string, Partial<RelayCaller>, Partial<RelayedIntegration>, string, RegExp]>([
  ['a viewer', { role: 'viewer' }, { status: 'error' }, 'forbidden', /./],
  ['a key without a grant', { caller: key }, {}, 'forbidden', /no live grant/],
  ['an integration in error', {}, { status: 'error', statusDetail: 'Gone.' }, 'conflict', /^Gone\.$/],
  ['an integration without credentials', {}, { stored: null }, 'conflict', /is active/],
])('%s is refused', async (_, who, integration, code, publicText) => {
  const refused = permittedOf(integration, {}, who);
  await expect(refused).rejects.toMatchObject({ code, publicText: expect.stringMatching(publicText) });
});
