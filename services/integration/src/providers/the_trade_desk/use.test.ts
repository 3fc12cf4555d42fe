import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { theTradeDesk } from './provider.ts';

const mine = 'nordlicht7';
const other = 'suedwind7';
const { judge, verdict } = judgeOf(theTradeDesk, 'platform');

const running = async () => {
  const provider = await simulated('the_trade_desk');
  const connection = await provider.connect();
  return { ...provider, connection };
};

it('the accounts are the partners, each before its advertisers', async () => {
  const { connector, connection } = await running();
  const accounts = await accountsOf(connector, connection);
  expect(accounts).toHaveLength(242);
  expect(accounts.map(({ id }) => id).slice(0, 2)).toEqual(['nordlicht', 'nordlicht0']);
  expect(accounts.at(-1)).toEqual({
    id: 'suedwind119',
    name: 'Advertiser 119 of suedwind',
    type: 'advertiser',
    currency: 'EUR',
    timeZone: null,
    status: 'Available',
    parentId: 'suedwind',
    settings: { advertiserId: 'suedwind119', partnerId: 'suedwind' },
  });
});

it('a partner that is closed to the login does not hide the others', async () => {
  const { connector, connection, answer } = await running();
  answer(({ body }) => (body.includes('"nordlicht"') ? { status: 403, json: {} } : undefined));
  const ids = (await accountsOf(connector, connection)).map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual(['nordlicht', 'suedwind', 'suedwind0']);
});

describe('a request', () => {
  it.each([
    ['GET campaign/1', {}, 'read'],
    ['POST adgroup/query/campaign', {}, 'read'],
    ['POST contract/query/advertiser/available', {}, 'read'],
    ['POST bidlist/batch/get', {}, 'read'],
    ['POST universalforecasting/generate', {}, 'read'],
    ['POST campaign', {}, 'change'],
    ['POST additionalfees/stop', {}, 'change'],
    ['POST myreports/reportschedule', { json: { ReportFrequency: 'once' } }, 'read'],
    ['POST myreports/reportschedule', { json: { ReportFrequency: 'Daily' } }, 'change'],
    ['POST myreports/reportschedule', { json: { EmailAddresses: ['a@example.com'] } }, 'change'],
    ['POST myreports/reportschedule', { json: { ReportScheduleDeliveries: [{}] } }, 'change'],
  ])('%s with %j is a %s', (line, sent, kind) => {
    expect(judge(line, sent).kind).toBe(kind);
  });

  it.each([
    ['POST authentication', {}, 'forbidden'],
    ['POST graphql', {}, 'forbidden'],
    ['POST ecommerce/permission', {}, 'forbidden'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const list = 'POST campaign/query/advertiser';
  it.each([
    [`GET advertiser/${mine}`, {}, 'allowed'],
    [list, { json: { AdvertiserId: mine, PartnerId: null } }, 'allowed'],
    ['POST campaign', { json: { AdvertiserId: mine } }, 'allowed'],
    ['POST currency/query', { json: {} }, 'allowed'],
    [`GET advertiser/${other}`, {}, 'forbidden'],
    [`DELETE crmdata/segment/${other}/1`, {}, 'forbidden'],
    [`GET crmdata/email/segment/${other}/1`, {}, 'forbidden'],
    [`GET customcategory/advertiser/${other}`, {}, 'forbidden'],
    ['GET overview/partner/suedwind', {}, 'forbidden'],
    [list, { json: {} }, 'forbidden'],
    [list, { json: { AdvertiserId: 7 } }, 'forbidden'],
    [list, { json: { AdvertiserId: mine, PartnerId: 'suedwind' } }, 'forbidden'],
    ['POST advertiser/query/partner', { json: { AdvertiserId: mine } }, 'forbidden'],
    ['POST partner/query', { json: { AdvertiserId: mine } }, 'forbidden'],
    ['POST adgroup/query/campaign', { json: { CampaignId: '1', AdvertiserId: mine } }, 'forbidden'],
    ['POST adgroup', { json: { CampaignId: '1', AdvertiserId: mine } }, 'forbidden'],
    ['GET campaign/1', { query: `AdvertiserId=${mine}` }, 'forbidden'],
    ['POST myreports/reportschedule', { json: { AdvertiserId: mine } }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });
});
