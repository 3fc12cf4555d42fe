import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AttemptBed, startAttemptBed } from '../attempts/attempts.fixture.ts';
import { sealChoice, sealState } from '../attempts/consent.ts';
import { answered, asClient, outcomesOf, type Tenant, tokenOf } from '../tenant.fixture.ts';

let bed: AttemptBed;
beforeAll(async () => {
  bed = await startAttemptBed();
});
afterEach(() => bed.fail('google_ads'));
afterAll(() => bed?.stop());

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
const choose = (token: string, accountId: string) =>
  bed.service.connect.setConnectAccount({ token, accountId }, asClient());
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
    ['no setting names an account', { provider: 'rotating' }],
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
    await bed.service.pass(1);
    const issued = await bed.service.integrations.issueConnectLink({ integrationId: id }, tenant.as());
    const location = await bed.comeBack(await bed.consent(tokenOf(answered(issued))));
    expect(await outcomesOf(byBoth(token))).toEqual({ not_found: 2 });
    expect(await choose(choiceIn(location) ?? '', '2345678901')).toMatchObject({ status: 'active' });
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

describe('setConnectAccount', () => {
  it('a chosen account is in the settings, in the trail as of the client, and verified at once', async () => {
    const { tenant, id, token } = await offered();
    const account = { customerId: '3456789012', loginCustomerId: '9876543210' };
    expect(await choose(token, '3456789012')).toMatchObject({
      status: 'active',
      connectedAccount: 'Nordlicht Search',
    });
    expect(await settingsOf(id)).toEqual(account);
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.updated', actor: 'client', changes: { settings: [{}, account] } },
    ]);
    await bed.service.runDue('verifications');
    expect(await bed.row('integrations', id)).toMatchObject({ connected_account: 'Nordlicht Maps' });
  });

  it('the same account again changes nothing, and another account is refused', async () => {
    const { tenant, id, token } = await offered();
    await choose(token, '2345678901');
    await tenant.trail();
    expect(await choose(token, '2345678901')).toMatchObject({ status: 'active' });
    await expect(choose(token, '1234567890')).rejects.toMatchObject({
      code: 'conflict',
      publicText: 'The settings already name another account.',
    });
    expect(await settingsOf(id)).toEqual({ customerId: '2345678901' });
    expect(await tenant.trail()).toEqual([]);
  });

  it('an account that a member has named meanwhile stays, and other settings do too', async () => {
    const { tenant, id, token } = await offered();
    const set = (settings: Record<string, string>) =>
      bed.service.integrations.updateIntegration({ integrationId: id, settings }, tenant.as());
    await set({ customerId: '1234567890' });
    await expect(choose(token, '2345678901')).rejects.toMatchObject({ code: 'conflict' });
    expect(await settingsOf(id)).toEqual({ customerId: '1234567890' });
    await set({ loginCustomerId: '9876543210' });
    await choose(token, '2345678901');
    expect(await settingsOf(id)).toEqual({ customerId: '2345678901', loginCustomerId: '9876543210' });
    await set({ customerId: '3456789012' });
    await choose(token, '3456789012');
    expect(await settingsOf(id)).toEqual({ customerId: '3456789012' });
  });

  it('of two choices at once the first counts', async () => {
    const { tenant, id, token } = await offered();
    const ids = ['1234567890', '2345678901'];
    expect(await outcomesOf(ids.map((account) => choose(token, account)))).toEqual({ ok: 1, conflict: 1 });
    const { customerId } = (await settingsOf(id)) as { customerId: string };
    expect(ids).toContain(customerId);
    expect(await tenant.trail()).toMatchObject([{ changes: { settings: [{}, { customerId }] } }]);
  });

  it.each([
    ['is not listed', '5678901234'],
    ['is closed', '4567890123'],
    ['is empty', ''],
  ])('an account that %s is a problem of accountId', async (_, accountId) => {
    const { id, token } = await offered();
    await expect(choose(token, accountId)).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'accountId' }],
    });
    expect(await settingsOf(id)).toEqual({});
  });

  it('an account that no setting names is a problem of accountId', async () => {
    const { id } = await connected({ provider: 'rotating' });
    const connectedAt = (await bed.row('integrations', id))?.['connected_at'] as Date;
    const choice = { integrationId: id, connectedAt: connectedAt.getTime() };
    await expect(choose(sealChoice(bed.service.sealer, choice), 'rotor')).rejects.toMatchObject({
      problems: [{ path: 'accountId', message: 'is an account that no setting can name' }],
    });
  });

  it.each([
    ['disabled', "status = 'disabled', check_at = null", 'conflict'],
    ['connected again', 'connected_at = now()', 'not_found'],
    ['given another account', `settings = '{"customerId":"1234567890"}'`, 'conflict'],
  ])('an integration that is %s while the provider answers is not changed', async (_, change, code) => {
    const { id, token } = await offered();
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
  });
});

// The last one: after an outage the provider is left alone for a while.
it('an outage of the provider is told', async () => {
  const { token } = await offered();
  bed.fail('google_ads', '/v25/customers:listAccessibleCustomers');
  expect(await outcomesOf(byBoth(token))).toEqual({ unavailable: 2 });
});
