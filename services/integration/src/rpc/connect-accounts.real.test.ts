import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { v7 } from 'uuid';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import { sealChoice, sealState } from '../attempts/consent.ts';
import { answered, asClient, outcomesOf, type Tenant, tokenOf } from '../tenant.fixture.ts';

const bed = await sharedAttemptBed();
afterEach(() => bed.fail('google_ads'));

interface Connected {
  readonly tenant: Tenant;
  readonly id: string;
  /** Null where the outcome page offers none. */
  readonly choice: string | null;
}

const choiceIn = (location: string) => new URLSearchParams(new URL(location).hash.slice(1)).get('choice');

async function connected(
  request: Parameters<Tenant['create']>[0] = {},
  tenant = bed.newTenant(),
): Promise<Connected> {
  const integration = await tenant.create({ provider: 'google_ads', ...request });
  const location = await bed.comeBack(await bed.consent(tokenOf(integration)));
  await tenant.trail();
  return { tenant, id: integration.id, choice: choiceIn(location) };
}

/** Connected without an account in the settings. */
async function offered() {
  const { choice, ...rest } = await connected();
  if (choice === null) throw new Error('the outcome page offers no choice');
  return { ...rest, token: choice };
}

const list = (token: string, page: { cursor?: string; limit?: number } = {}) =>
  bed.service.connect.listConnectAccounts({ token, limit: 50, ...page }, asClient());
const choose = (token: string, ...ids: string[]) =>
  bed.service.connect.setConnectAccounts({ token, choice: { case: 'accounts', value: { ids } } }, asClient());
const chooseAll = (token: string) =>
  bed.service.connect.setConnectAccounts({ token, choice: { case: 'all', value: true } }, asClient());
const read = async (tenant: Tenant, integrationId: string) =>
  answered(await bed.service.integrations.getIntegration({ integrationId }, tenant.as()));
/** Ids of the accounts that the integration shows; null: every account. */
const chosenOf = async (tenant: Tenant, id: string) =>
  (await read(tenant, id)).accounts?.accounts.map((account) => account.id) ?? null;
/** Connects again by a new link; resolves with the choice that the outcome page offers. */
async function reconnected({ tenant, id }: { tenant: Tenant; id: string }): Promise<string> {
  await bed.service.pass(1);
  const issued = await bed.service.integrations.issueConnectLink({ integrationId: id }, tenant.as());
  return choiceIn(await bed.comeBack(await bed.consent(tokenOf(answered(issued))))) ?? '';
}
const settingsOf = async (id: string) => (await bed.row('integrations', id))?.['settings'];
const byBoth = (token: string) => [list(token), choose(token, '2345678901')];

describe('the choice that a consent offers', () => {
  it('a consent offers a choice where the settings name no account, without a request for accounts', async () => {
    const { length } = bed.requests('google_ads', '/v25/customers:listAccessibleCustomers');
    const { choice } = await connected();
    expect(choice).toMatch(/^[\w.-]{1,2048}$/);
    expect(bed.requests('google_ads', '/v25/customers:listAccessibleCustomers')).toHaveLength(length + 1);
  });

  it.each([
    ['the settings name an account', { settings: { customerId: '2345678901' } }],
    ['the client is sent to a return URL', { returnUrl: 'https://agency.example/back#top' }],
    ['no setting could name an account', { provider: 'rotating' }],
  ])('a consent offers no choice where %s', async (_, request) => {
    expect(await connected(request)).toMatchObject({ choice: null });
  });

  it('a choice that is made up, sealed for another purpose, too long or of a deleted integration is not found', async () => {
    const { sealer } = bed.service;
    const now = bed.service.clock.now().getTime();
    const choice = { integrationId: v7(), connectedAt: now };
    const foreign = createSealer(parseSealingKeys(generateSealingKey('other')));
    for (const token of [
      'guess',
      'x'.repeat(3_000),
      sealChoice(foreign, choice),
      sealState(sealer, { ...choice, id: v7(), linkId: v7(), expiresAt: now + 1_000 }),
      sealChoice(sealer, choice),
    ])
      expect(await outcomesOf(byBoth(token))).toEqual({ not_found: 2 });
    const { id, token } = await offered();
    // Not by the API: Google would revoke what the other tests use, too.
    await bed.service.db.pool.query('delete from integrations where id = $1', [id]);
    expect(await outcomesOf(byBoth(token))).toEqual({ not_found: 2 });
  });

  it('a choice expires ten minutes after the consent', async () => {
    const { id, token } = await offered();
    await bed.service.pass(599_999);
    await list(token);
    await bed.service.pass(1);
    expect(await outcomesOf(byBoth(token))).toEqual({ unauthenticated: 2 });
    expect(await settingsOf(id)).toEqual({});
  });

  it('a later connection ends a choice', async () => {
    const { tenant, id, token } = await offered();
    const again = await reconnected({ tenant, id });
    expect(await outcomesOf(byBoth(token))).toEqual({ not_found: 2 });
    expect(await choose(again, '2345678901')).toMatchObject({ status: 'active' });
  });

  it('a disabled integration refuses its choice', async () => {
    const { tenant, id, token } = await offered();
    await bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    expect(await outcomesOf(byBoth(token))).toEqual({ conflict: 2 });
    expect(await settingsOf(id)).toEqual({});
  });
});

describe('listConnectAccounts', () => {
  it('the accounts of a consent are listed in pages', async () => {
    const { token } = await offered();
    const { accounts, nextCursor } = await list(token);
    expect(accounts.map(({ id }) => id)).toEqual(['1234567890', '2345678901', '9876543210', '3456789012']);
    expect(accounts[0]).toMatchObject({
      name: 'Nordlicht Search',
      currency: 'EUR',
      setting: { name: 'customerId', value: '1234567890' },
    });
    expect(nextCursor).toBeUndefined();
    const first = await list(token, { limit: 3 });
    expect(first).toMatchObject({ accounts: accounts.slice(0, 3), nextCursor: '3' });
    const last = await list(token, { limit: 3, cursor: '3' });
    expect(last.accounts).toEqual(accounts.slice(3));
    expect(last.nextCursor).toBeUndefined();
    await expect(list(token, { cursor: 'x' })).rejects.toMatchObject({ problems: [{ path: 'cursor' }] });
  });
});

describe('setConnectAccounts', () => {
  it('a chosen account is in the settings, in the trail as of the client, and verified at once', async () => {
    const { tenant, id, token } = await offered();
    expect(await chosenOf(tenant, id)).toBeNull();
    const settings = { customerId: '3456789012', loginCustomerId: '9876543210' };
    const accounts = [{ id: '3456789012', name: 'Nordlicht Maps' }];
    // The account that was chosen, not the one that was there before.
    expect(await choose(token, '3456789012')).toMatchObject({
      status: 'active',
      connectedAccount: 'Nordlicht Maps',
    });
    expect(await read(tenant, id)).toMatchObject({
      settings,
      accounts: { accounts },
      connectedAccount: 'Nordlicht Maps',
    });
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'integration.accounts_chosen',
        actor: 'client',
        changes: { accounts: [null, accounts], settings: [{}, settings] },
        metadata: { provider: 'google_ads', accounts },
      },
    ]);
    const { length } = bed.requests('google_ads', '/v25/customers/3456789012/googleAds:search');
    await bed.service.runDue('verifications');
    expect(bed.requests('google_ads', '/v25/customers/3456789012/googleAds:search').length).toBe(length + 1);
  });

  it.each([
    ['is rate-limited', { status: 429, json: {} }, 'active'],
    ['is refused', { status: 403, json: { error: { status: 'PERMISSION_DENIED' } } }, 'error'],
  ])(
    'the chosen account stays the one to show where the check after the choice %s',
    async (_, answer, status) => {
      const { tenant, id, token } = await offered();
      await choose(token, '2345678901');
      bed.fail('google_ads', '/v25/customers/2345678901/googleAds:search', answer);
      await bed.service.runDue('verifications');
      expect(await read(tenant, id)).toMatchObject({
        status,
        settings: { customerId: '2345678901' },
        accounts: { accounts: [{ id: '2345678901', name: 'Nordlicht Shop' }] },
        connectedAccount: 'Nordlicht Shop',
      });
    },
  );

  it('an account that a member names is shown at once, by its id until a check has told its name', async () => {
    const { tenant, id } = await connected();
    const settings = { customerId: '2345678901' };
    const updated = await bed.service.integrations.updateIntegration(
      { integrationId: id, settings },
      tenant.as(),
    );
    expect(answered(updated)).toMatchObject({ connectedAccount: '2345678901' });
    await bed.service.integrations.verifyIntegration({ integrationId: id }, tenant.as());
    expect((await read(tenant, id)).connectedAccount).toBe('Nordlicht Shop');
  });

  it('of several chosen accounts none is in the settings, and nobody is shown another one, also after a verification', async () => {
    const { tenant, id, token } = await offered();
    expect(await choose(token, '3456789012', '2345678901')).toMatchObject({
      connectedAccount: 'Nordlicht Maps',
    });
    expect(await chosenOf(tenant, id)).toEqual(['3456789012', '2345678901']);
    expect(await settingsOf(id)).toEqual({});
    await bed.service.integrations.verifyIntegration({ integrationId: id }, tenant.as());
    expect((await read(tenant, id)).connectedAccount).toBe('Nordlicht Maps');
    const asked = { integrationId: id, limit: 1 };
    const first = await bed.service.uses.listAccounts(asked, tenant.as());
    expect(first.accounts).toMatchObject([{ id: '2345678901' }]);
    const rest = await bed.service.uses.listAccounts({ ...asked, cursor: '1' }, tenant.as());
    expect(rest).toMatchObject({ accounts: [{ id: '3456789012' }] });
    expect(rest.nextCursor).toBeUndefined();
  });

  it('a choice of every account changes nothing but counts', async () => {
    const { tenant, id, token } = await offered();
    await chooseAll(token);
    expect(await chosenOf(tenant, id)).toBeNull();
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.accounts_chosen', changes: {}, metadata: { accounts: null } },
    ]);
    await chooseAll(token);
    await expect(choose(token, '2345678901')).rejects.toMatchObject({ code: 'conflict' });
    expect(await tenant.trail()).toEqual([]);
  });

  it('the same accounts again change nothing, and others are refused', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '2345678901', '3456789012');
    await tenant.trail();
    expect(await choose(token, '3456789012', '2345678901', '2345678901')).toMatchObject({ status: 'active' });
    for (const ids of [['2345678901'], ['1234567890']])
      await expect(choose(token, ...ids)).rejects.toMatchObject({ code: 'conflict' });
    await expect(chooseAll(token)).rejects.toMatchObject({ code: 'conflict' });
    expect(await chosenOf(tenant, id)).toEqual(['2345678901', '3456789012']);
    expect(await tenant.trail()).toEqual([]);
  });

  it('an account that a member has named before stays, and other settings do too', async () => {
    const { tenant, id, token } = await offered();
    const set = (settings: Record<string, string>) =>
      bed.service.integrations.updateIntegration({ integrationId: id, settings }, tenant.as());
    await set({ customerId: '1234567890' });
    for (const others of [['2345678901'], ['2345678901', '3456789012']])
      await expect(choose(token, ...others)).rejects.toMatchObject({
        code: 'conflict',
        publicText: 'The settings already name another account.',
      });
    expect(await settingsOf(id)).toEqual({ customerId: '1234567890' });
    await set({ loginCustomerId: '9876543210' });
    await choose(token, '2345678901');
    expect(await settingsOf(id)).toEqual({ customerId: '2345678901', loginCustomerId: '9876543210' });
  });

  it('members name no account that was not chosen, and grant the use of none', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '2345678901', '3456789012');
    const set = (customerId: string) =>
      bed.service.integrations.updateIntegration(
        { integrationId: id, settings: { customerId } },
        tenant.as(),
      );
    await set('3456789012');
    await expect(set('1234567890')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(grant(tenant, id, ['2345678901', '1234567890'])).rejects.toMatchObject({
      code: 'forbidden',
    });
    await grant(tenant, id, ['2345678901']);
  });

  it('of two choices at once the first counts', async () => {
    const { tenant, id, token } = await offered();
    const ids = ['1234567890', '2345678901'];
    expect(await outcomesOf(ids.map((account) => choose(token, account)))).toEqual({ ok: 1, conflict: 1 });
    const { customerId } = (await settingsOf(id)) as { customerId: string };
    expect(ids).toContain(customerId);
    expect(await chosenOf(tenant, id)).toEqual([customerId]);
    expect(await tenant.trail()).toMatchObject([{ changes: { settings: [{}, { customerId }] } }]);
  });

  it.each([
    ['is not listed', ['2345678901', '5678901234']],
    ['is closed', ['4567890123']],
    ['is empty', ['']],
    ['is missing', []],
    ['is one of more than 100', Array.from({ length: 101 }, (_, index) => `${index}`)],
  ])('an account that %s is a problem of accountIds', async (_, ids) => {
    const { tenant, id, token } = await offered();
    await expect(choose(token, ...ids)).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'accountIds' }],
    });
    expect(await chosenOf(tenant, id)).toBeNull();
  });

  it('an account that no setting names can be chosen', async () => {
    const { tenant, id } = await connected({ provider: 'rotating' });
    const connectedAt = (await bed.row('integrations', id))?.['connected_at'] as Date;
    const choice = { integrationId: id, connectedAt: connectedAt.getTime() };
    await choose(sealChoice(bed.service.sealer, choice), 'rotor');
    expect(await chosenOf(tenant, id)).toEqual(['rotor']);
    expect(await settingsOf(id)).toEqual({});
  });

  it.each([
    ['disabled', "status = 'disabled', check_at = null", 'conflict'],
    ['connected again', 'connected_at = now()', 'not_found'],
    ['given another account', `settings = '{"customerId":"1234567890"}'`, 'conflict'],
  ])('an integration that is %s while the provider answers is not changed', async (_, change, code) => {
    const { tenant, id, token } = await offered();
    const { length } = bed.requests('google_ads', '/v25/customers/2345678901/googleAds:search');
    const other = await bed.service.db.pool.connect();
    onTestFinished(() => other.release());
    await other.query('begin');
    await other.query(`update integrations set ${change} where id = $1`, [id]);
    const outcomes = outcomesOf([choose(token, '2345678901')]);
    await bed.requested('google_ads', '/v25/customers/2345678901/googleAds:search', length + 1);
    await other.query('commit');
    const after = await settingsOf(id);
    expect(await outcomes).toEqual({ [code]: 1 });
    expect(await settingsOf(id)).toEqual(after);
    expect(await chosenOf(tenant, id)).toBeNull();
  });
});

const grant = async (tenant: Tenant, integrationId: string, ids: readonly string[] | null) => {
  const key = { id: v7(), lineId: v7(), name: 'Reports', prefix: 'pby_0123456789A' };
  const { grant: made } = await bed.service.uses.createGrant(
    {
      integrationId,
      grantee: { case: 'key', value: key },
      access: 'read',
      reach:
        ids === null ? { case: 'everyAccount', value: true } : { case: 'accounts', value: { ids: [...ids] } },
    },
    tenant.as('admin'),
  );
  return made?.id ?? '';
};
const liveGrants = async (tenant: Tenant, integrationId: string) => {
  const { grants } = await bed.service.uses.listGrants({ integrationId }, tenant.as());
  return grants.filter(({ status }) => status === 'active').map(({ id }) => id);
};
const ended = (...ids: string[]) =>
  ids.map((id) => ({
    action: 'grant.revoked',
    actor: 'client',
    target: { type: 'grant', id },
    metadata: { reason: 'accounts_changed' },
  }));

describe('a new connection and its choice', () => {
  it('a choice holds until the client makes another one, which then counts', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '3456789012');
    const again = await reconnected({ tenant, id });
    expect(await chosenOf(tenant, id)).toEqual(['3456789012']);
    // What the earlier choice has named goes with it.
    await choose(again, '2345678901');
    expect(await chosenOf(tenant, id)).toEqual(['2345678901']);
    expect(await settingsOf(id)).toEqual({ customerId: '2345678901' });
    await choose(await reconnected({ tenant, id }), '1234567890', '3456789012');
    expect(await settingsOf(id)).toEqual({});
    await chooseAll(await reconnected({ tenant, id }));
    expect(await chosenOf(tenant, id)).toBeNull();
  });

  it('a choice holds where the client is sent to a return URL and is not asked', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '2345678901', '3456789012');
    const returnUrl = 'https://agency.example/back';
    await bed.service.integrations.updateIntegration({ integrationId: id, returnUrl }, tenant.as());
    expect(await reconnected({ tenant, id })).toBe('');
    expect(await chosenOf(tenant, id)).toEqual(['2345678901', '3456789012']);
  });

  it('grants for every account end when others are chosen, and grants for one that is not chosen end too', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '2345678901', '3456789012');
    const [every, both, one] = [
      await grant(tenant, id, null),
      await grant(tenant, id, ['2345678901', '3456789012']),
      await grant(tenant, id, ['3456789012']),
    ];
    // The same accounts: nothing that they were for has changed.
    await choose(await reconnected({ tenant, id }), '3456789012', '2345678901');
    expect(await liveGrants(tenant, id)).toEqual([every, both, one]);
    const again = await reconnected({ tenant, id });
    await tenant.trail();
    await choose(again, '3456789012');
    expect(await liveGrants(tenant, id)).toEqual([one]);
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.accounts_chosen' },
      ...ended(every, both),
    ]);
  });

  it('a connection that no longer has an account ends its grants in the same transaction, and a choice of which it has none', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '2345678901', '3456789012');
    const [every, lost] = [await grant(tenant, id, null), await grant(tenant, id, ['3456789012'])];
    const accounts = (await read(tenant, id)).accounts?.accounts.map(({ id: chosen, name }) => ({
      id: chosen,
      name,
    }));
    bed.fail('google_ads', '/v25/customers:listAccessibleCustomers', {
      json: { resourceNames: ['customers/1234567890'] },
    });
    const again = await reconnected({ tenant, id });
    const trail = await tenant.trail();
    expect(trail.slice(-3)).toMatchObject([
      { action: 'integration.connected', changes: { accounts: [accounts, null] } },
      ...ended(every, lost),
    ]);
    expect(await liveGrants(tenant, id)).toEqual([]);
    expect(await chosenOf(tenant, id)).toBeNull();
    await choose(again, '1234567890');
  });

  it('a connection whose accounts cannot be read is not made while grants depend on them', async () => {
    const { tenant, id } = await offered();
    const pinned = await grant(tenant, id, ['2345678901']);
    bed.fail('google_ads', '/v25/customers/1234567890/googleAds:search');
    expect(await reconnected({ tenant, id })).toBe('');
    expect(await liveGrants(tenant, id)).toEqual([pinned]);
    expect(await read(tenant, id)).toMatchObject({ status: 'active', lastError: expect.any(String) });
  });
});

// The last one: after an outage the provider is left alone for a while.
it('an outage of the provider is told', async () => {
  const { token } = await offered();
  bed.fail('google_ads', '/v25/customers:listAccessibleCustomers');
  expect(await outcomesOf(byBoth(token))).toEqual({ unavailable: 2 });
});
