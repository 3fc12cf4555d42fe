import { describe, expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { notGranted, scopesAsked, simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { googleDv360 } from './provider.ts';

const mine = '2002';
const other = '3003';

const report = (...filters: object[]) => ({
  metadata: { title: 'd', dataRange: { range: 'YESTERDAY' }, format: 'CSV' },
  params: { type: 'STANDARD', metrics: ['METRIC_IMPRESSIONS'], filters },
  schedule: { frequency: 'ONE_TIME' },
});
const ofAdvertiser = (value: unknown) => ({ type: 'FILTER_ADVERTISER', value });

describe('the accounts', () => {
  it('the accounts are the partners, each before its advertisers', async () => {
    const { connect, connector } = await simulated('google_dv360');
    const accounts = await accountsOf(connector, await connect());
    expect(accounts.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['1001', null],
      ['2002', '1001'],
      ['2003', '1001'],
      ['1002', null],
      ['3003', '1002'],
    ]);
    expect(accounts[1]).toEqual({
      id: '2002',
      name: 'Nordlicht Brand',
      type: 'advertiser',
      currency: 'EUR',
      timeZone: 'Europe/Oslo',
      status: 'ENTITY_STATUS_ACTIVE',
      parentId: '1001',
      settings: { advertiserId: '2002', partnerId: '1001' },
    });
  });

  it('the partner of the settings is listed for a login that sees no partner', async () => {
    const advertisers = { json: { advertisers: [{ advertiserId: '5' }] } };
    const { connector, requests } = scripted(googleDv360, [{ json: {} }, advertisers]);
    const credentials = lastingCredentials({ accessToken: 'access' });
    const accounts = await accountsOf(connector, { settings: { partnerId: '4' }, credentials });
    expect(accounts.map(({ id }) => id)).toEqual(['4', '5']);
    expect(requests[1]?.url).toContain('/v4/advertisers?partnerId=4&');
  });
});

it('a consent also asks for the scope of reports, which a person may leave out, but not of an integration from before', async () => {
  const { connector } = await simulated('google_dv360');
  const scope = 'https://www.googleapis.com/auth/display-video';
  const both = `${scope} https://www.googleapis.com/auth/doubleclickbidmanager`;
  expect(scopesAsked(connector)).toEqual({ before: scope, read: both, manage: both });
  expect(await notGranted(googleDv360, 'manage', scope)).toBeUndefined();
  expect(await notGranted(googleDv360, 'read', 'https://www.googleapis.com/auth/doubleclickbidmanager')).toBe(
    'scope_missing: Not allowed: reading and changing campaigns.',
  );
});

describe('a request for campaigns', () => {
  const { judge, verdict } = judgeOf(googleDv360, 'displayvideo');

  it.each([
    ['GET advertisers/1/lineItems', 'read'],
    ['GET customBiddingAlgorithms/1:uploadScript', 'read'],
    ['POST targetingTypes/TARGETING_TYPE_BROWSER/targetingOptions:search', 'read'],
    ['POST advertisers/1/reachForecast:generateReachForecast', 'read'],
    ['POST sdfdownloadtasks', 'read'],
    ['POST advertisers/1/lineItems', 'change'],
    ['POST advertisers/1/lineItems:generateDefault', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });

  it.each([
    ['GET users', {}, 'forbidden'],
    ['POST users/1:bulkEditAssignedUserRoles', {}, 'forbidden'],
    ['POST batch', {}, 'forbidden'],
    ['GET partners', { query: 'quotaUser=x' }, 'invalid'],
    ['GET partners', {}, 'allowed'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const sdf = 'POST sdfdownloadtasks';
  it.each([
    [`GET advertisers/${mine}`, {}, 'allowed'],
    [`GET advertisers/${mine}:audit`, {}, 'allowed'],
    ['GET googleAudiences', { query: `advertiserId=${mine}` }, 'allowed'],
    [sdf, { json: { advertiserId: Number(mine) } }, 'allowed'],
    [`GET advertisers/${other}:audit`, {}, 'forbidden'],
    ['GET partners/1001/channels', {}, 'forbidden'],
    ['GET partners/1001:x', {}, 'forbidden'],
    ['GET partners', { query: `advertiserId=${mine}` }, 'forbidden'],
    ['GET advertisers', { query: 'partnerId=1001' }, 'forbidden'],
    ['GET advertisers', { query: `advertiserId=${mine}` }, 'forbidden'],
    ['GET googleAudiences', {}, 'forbidden'],
    ['GET googleAudiences', { query: `advertiserId=${other}` }, 'forbidden'],
    ['GET googleAudiences', { query: `advertiserId=${mine}&partnerId=1001` }, 'forbidden'],
    ['GET sdfdownloadtasks/operations/1', { query: `advertiserId=${mine}` }, 'forbidden'],
    [sdf, { json: { advertiserId: mine, partner_id: '1001' } }, 'forbidden'],
    [sdf, { query: `advertiserId=${mine}`, json: {} }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });
});

describe('a request for files', () => {
  const { judge, verdict } = judgeOf(googleDv360, 'media');

  it.each([
    ['GET download/sdfdownloadtasks/media/1', null, 'allowed'],
    ['GET download/sdfdownloadtasks/media/1', [mine], 'forbidden'],
    [`POST upload/v4/advertisers/${mine}/assets`, [mine], 'allowed'],
    [`POST upload/v4/advertisers/${other}/assets`, [mine], 'forbidden'],
    ['GET v4/users', null, 'forbidden'],
    ['POST batch', null, 'forbidden'],
    ['POST download/x', null, 'forbidden'],
  ])('%s is to a grant for %j %s', (line, granted, code) => {
    expect(verdict(line, {}, granted)).toBe(code);
  });

  it('an upload is a change', () => {
    expect(judge('POST upload/v4/advertisers/1/assets').kind).toBe('change');
  });
});

describe('a request for reports', () => {
  const { judge, verdict } = judgeOf(googleDv360, 'bidmanager');
  const [daily, once] = [{ frequency: 'DAILY' }, { frequency: 'ONE_TIME' }];

  it.each([
    ['GET queries/1', {}, 'read'],
    ['POST queries', { json: { schedule: once } }, 'read'],
    ['POST queries', { json: { metadata: { sendNotification: false, shareEmailAddress: [] } } }, 'read'],
    ['POST queries/1:run', {}, 'read'],
    ['POST queries', { json: { schedule: daily } }, 'change'],
    ['POST queries', { json: { schedule: { frequency: 2 } } }, 'change'],
    ['POST queries', { json: { metadata: { sendNotification: true } } }, 'change'],
  ])('%s with %j is a %s', (line, sent, kind) => {
    expect(judge(line, sent).kind).toBe(kind);
  });

  const ofLineItem = { type: 'FILTER_LINE_ITEM', value: '456' };
  it.each([
    ['POST queries', report(ofAdvertiser(mine), ofLineItem), 'allowed'],
    ['POST queries', report(), 'forbidden'],
    ['POST queries', report(ofLineItem), 'forbidden'],
    ['POST queries', report(ofAdvertiser(other)), 'forbidden'],
    ['POST queries', report(ofAdvertiser(mine), { type: 'FILTER_PARTNER', value: '1' }), 'forbidden'],
    ['POST queries', { advertiserId: mine }, 'forbidden'],
    ['POST queries/1:run', report(ofAdvertiser(mine)), 'forbidden'],
    ['POST batch', report(ofAdvertiser(mine)), 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, json, code) => {
    expect(verdict(line, { json }, [mine])).toBe(code);
  });
});

it.each([
  { readAdvertiserIds: [other] },
  { readWriteAccessors: { advertisers: { advertiserIds: [mine, other] } } },
  { advertisersUpdate: { addedAdvertisers: [other] } },
  { parentEntityFilter: { filterType: 'FILTER_TYPE_ADVERTISER_ID', filterIds: [other] } },
  { sharedPartnerIds: '7' },
  { targets: [`advertisers/${other}/lineItems/1`] },
])('%j names an advertiser or a partner that is not granted', (json) => {
  const { verdict } = judgeOf(googleDv360, 'displayvideo');
  expect(verdict(`PATCH advertisers/${mine}/channels/1`, { json: { displayName: 'x' } }, [mine])).toBe(
    'allowed',
  );
  expect(verdict(`PATCH advertisers/${mine}/channels/1`, { json }, [mine])).toBe('forbidden');
});

it('an advertiser in a place that is not documented does not tell what a task is about', () => {
  const { verdict } = judgeOf(googleDv360, 'displayvideo');
  expect(verdict('POST sdfdownloadtasks', { json: { x: { advertiserId: mine } } }, [mine])).toBe('forbidden');
});
