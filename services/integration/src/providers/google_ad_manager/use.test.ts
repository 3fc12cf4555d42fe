import { describe, expect, it } from 'vitest';
import { accessFor, createCatalogue } from '../catalogue.ts';
import { notGranted, scopesAsked, simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { googleAdManager } from './provider.ts';

const mine = '21700000001';
const other = '21700000002';
const { judge, verdict } = judgeOf(googleAdManager, 'admanager');

it('the accounts are the networks of the login', async () => {
  const { connect, connector } = await simulated('google_ad_manager');
  const accounts = await accountsOf(connector, await connect());
  expect(accounts.map(({ id, name, settings }) => [id, name, settings])).toEqual([
    [mine, 'Nordlicht Publishing', { networkCode: mine }],
    [other, 'Nordlicht Video', { networkCode: other }],
  ]);
  expect(accounts[0]).toMatchObject({ type: 'network', currency: 'EUR', timeZone: 'Europe/Oslo' });
});

describe('a request', () => {
  it.each([
    ['GET networks/1/orders', {}, 'read'],
    ['GET networks/1/teams', {}, 'read'],
    ['POST networks/1/reports/2:run', { json: {} }, 'read'],
    ['POST networks/1/reports', { json: { displayName: 'daily', visibility: 'HIDDEN' } }, 'read'],
    ['POST networks/1/reports', { json: { scheduleOptions: { schedule: {} } } }, 'change'],
    ['POST networks/1/orders:batchUpdate', { json: {} }, 'change'],
    ['POST networks/1/placements', { json: {} }, 'change'],
  ])('%s with %j is a %s', (line, sent, kind) => {
    expect(judge(line, sent).kind).toBe(kind);
  });

  it.each([
    ['GET networks/1/users', {}, 'forbidden'],
    ['GET networks/1/roles', {}, 'forbidden'],
    ['GET networks/1/daiAuthenticationKeys', {}, 'forbidden'],
    ['GET networks/1/cdnConfigs/2', {}, 'forbidden'],
    ['POST networks/1/teams', {}, 'forbidden'],
    ['POST batch', {}, 'forbidden'],
    ['GET networks/1/orders', { query: 'uploadType=media' }, 'invalid'],
    ['GET networks/1/orders', { query: '%24httpMethod=POST' }, 'invalid'],
    ['GET networks/1/orders', { query: '$req=%7B%7D' }, 'invalid'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const named = `networks/${other}/orders/7`;
  it.each([
    [`GET networks/${mine}`, {}, 'allowed'],
    [`POST networks/${mine}/lineItems`, { json: { order: `networks/${mine}/orders/7` } }, 'allowed'],
    ['GET networks', {}, 'forbidden'],
    ['GET networks', { query: `fields=networks/${mine}` }, 'forbidden'],
    [`GET networks/${other}`, {}, 'forbidden'],
    [`GET networks/0${mine}/orders`, {}, 'forbidden'],
    ['GET networks/-/orders', {}, 'forbidden'],
    [`GET networks/${mine}/orders`, { query: `filter=order="${named}"`.replaceAll('"', '%22') }, 'forbidden'],
    [`POST networks/${mine}/lineItems`, { json: { order: named } }, 'forbidden'],
    [`POST networks/${mine}/lineItems`, { json: { order: 'Networks/-/orders/7' } }, 'forbidden'],
  ])('%s with %j is %s to a grant for one network', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
    expect(verdict(line, sent, null)).toBe(code === 'invalid' ? code : 'allowed');
  });
});

it('an integration from before asks for the scope of changes, as it did, and allows them', async () => {
  const { connector } = await simulated('google_ad_manager');
  const manage = 'https://www.googleapis.com/auth/admanager';
  expect(scopesAsked(connector)).toEqual({ before: manage, read: `${manage}.readonly`, manage });
  const catalogue = createCatalogue([googleAdManager], {});
  expect(accessFor(catalogue, { provider: 'google_ad_manager', access: null })).toBe('manage');
});

it.each([
  ['read', 'admanager.readonly', undefined],
  ['read', 'admanager', undefined],
  ['read', 'other', 'scope_missing: Not allowed: reading the ad server.'],
  ['manage', 'admanager', undefined],
  ['manage', 'admanager.readonly', 'scope_missing: Not allowed: changing the ad server.'],
] as const)('a consent to %s that grants %s tells what is missing', async (access, scope, missing) => {
  expect(await notGranted(googleAdManager, access, `https://www.googleapis.com/auth/${scope}`)).toBe(missing);
});

it('a resource name says by its collection what its ids are', () => {
  const line = `PATCH networks/${mine}/lineItems/1`;
  const named = (network: string) => ({
    json: { lineItem: { something: [`networks/${network}/customTargetingKeys/123456`] } },
  });
  expect(verdict(line, named(mine), [mine])).toBe('allowed');
  expect(verdict(line, named(other), [mine])).toBe('forbidden');
});
