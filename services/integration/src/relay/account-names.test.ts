import type { Json } from '@patchbay/outgoing/json';
import { describe, expect, it } from 'vitest';
import type { IdShape } from '../connector/use.ts';
import { createAccountNames, type SentValues } from './account-names.ts';
import type { JsonValue } from './json-document.ts';
import { readJson as readBytes } from './json-reader.ts';

const readJson = (text: string) => readBytes(Buffer.from(text));

const find = createAccountNames({
  shape: { digits: [4, 10], expression: /act_0*[1-9]\d{3,9}/ },
  plain: (id) => id.replace(/^act_/, ''),
  otherNames: ['advertiser_id', 'shelf'],
});
const granted = ['1000', 'act_2000'];
const inText = (text: string) => find({ parameters: [], json: readJson(text) as JsonValue }, granted);
const inBody = (json: Json) => inText(JSON.stringify(json));
const inQuery = (name: string, value: string) => find({ parameters: [[name, value]] }, granted);

describe('a name that looks like an account’s', () => {
  it.each([
    [{ copy_from: { source_account_id: '123' } }, '123', 'copy_from.source_account_id'],
    [{ shared_partner_ids: ['1000', '7'] }, '7', 'shared_partner_ids'],
    [{ 'Owner-Business-IDs': [[7]] }, '7', 'Owner-Business-IDs'],
    [{ a: [{ b: { accessRequestedMemberId: 'all' } }] }, 'all', 'a.b.accessRequestedMemberId'],
    [{ accountId: { include: ['1000', 'x'] } }, 'x', 'accountId.include'],
    [{ seatIds: '1000, 7' }, '7', 'seatIds'],
    [{ seatIds: '["1000","7"]' }, '7', 'seatIds'],
    [{ account: { id: 7 } }, '7', 'account.id'],
    [{ advertisers: [{ id: '7' }] }, '7', 'advertisers.id'],
    [{ accounts: [7] }, '7', 'accounts'],
    [{ filters: [{ field: 'accountId', values: ['7'] }] }, '7', 'filters.values'],
    [{ filters: [{ type: 'FILTER_PARTNER', value: '7' }] }, '7', 'filters.value'],
    [{ Field: 'account.id', Value: '7' }, '7', 'Value'],
    [{ partnerIdFilter: { include: ['7'] } }, '7', 'partnerIdFilter.include'],
    [{ x: '{"profile_id":"7"}' }, '7', 'x.profile_id'],
    [{ description: ` {"profile_id":"7"}${' '.repeat(100)}` }, '7', 'description.profile_id'],
  ])('in %j names %s at %s', (json, id, field) => {
    expect(inBody(json)).toEqual({ id, field, isNamed: true });
  });

  it.each([
    ['account_id', '7'],
    ['filter[network_id]', '7'],
    ['ids.profileId[]', '7'],
    ['filter', 'partnerId="3000"'],
    ['filters', 'name eq x and partnerId eq 3000'],
    ['search', '(account:(id:(values:List(3000))))'],
    ['where', '{"field":"partner_id","value":"3000"}'],
  ])('is found in the parameter %s=%s', (name, value) => {
    expect(inQuery(name, value)).toMatchObject({ isNamed: true });
  });

  it('is found in a form', () => {
    const form: SentValues['form'] = [['copy_from', '{"source_account_id":"123"}']];
    expect(find({ parameters: [], form }, granted)).toEqual({
      id: '123',
      field: 'copy_from.source_account_id',
      isNamed: true,
    });
  });

  it('may name what is granted, in every spelling', () => {
    expect(inBody({ accountIds: ['1000', 1000, 'act_1000', '2000', null, true, ''] })).toBeUndefined();
  });

  it('may be on the list of names that are something else', () => {
    expect(inBody({ advertiserId: '7', shelf: 3000 })).toBeUndefined();
  });
});

describe('a value of the shape of an account’s id', () => {
  it.each([
    [{ something: '3000' }, 'something'],
    [{ something: 3000 }, 'something'],
    [{ something: '0003000' }, 'something'],
    [{ something: { deep: [[3000]] } }, 'something.deep'],
    [{ something: 'of 3000' }, 'something'],
    [{ something: 'act_3000' }, 'something'],
    [{ something: '3.0e3' }, 'something'],
    [{ something: ' 3000.0 ' }, 'something'],
    [{ something: '３０００' }, 'something'],
    [{ something: '\u0663\u0660\u0660\u0660' }, 'something'],
    [{ something: '\u{1d7db}\u{1d7d8}\u{1d7e2}\u{1d7ec}' }, 'something'],
    [{ something: `${'0'.repeat(70)}3000` }, 'something'],
    [{ something: '/things/3000' }, 'something'],
    [{ something: '{"a":{"b":"3000"}}' }, 'something.a.b'],
    [{ something: '{3000' }, 'something'],
    [[3000], ''],
    [{ something: { id: 3000 } }, 'something.id'],
    [{ something: { type: 'campaign', id: 3000 } }, 'something.id'],
    [{ filter: { values: [3000] } }, 'filter.values'],
    [{ account: { key: 3000 } }, 'account.key'],
    [{ accountGroupIds: [3000] }, 'accountGroupIds'],
    [{ something: { act_3000: 1 } }, 'something.act_3000'],
  ])('under an unknown name is found in %j', (json, field) => {
    expect(inBody(json)).toMatchObject({ field, isNamed: false });
  });

  it.each([
    { campaignId: 3000, ad_group_ids: ['3000', '4000'] },
    { id: 3000, data: { id: 3000 }, elements: [{ id: 3000 }] },
    { campaigns: [{ id: 3000 }, { key: '3000' }] },
    { campaignIdFilter: { include: ['3000'] } },
    { filters: [{ field: 'campaign.id', operator: 'IN', value: ['3000'] }] },
    { name: 'Sale of 3000', landing_url: 'https://shop.example/3000', dailyBudget: 5000, bidMicros: '5000' },
    { something: 'campaign.id IN (3000, 4000) AND day = 3000' },
    { something: '2026-11-01T00:00:00.1234Z', other: 'x3000', third: 12.3456, size: '1000x3000' },
  ])('is something else in %j', (json) => {
    expect(inBody(json)).toBeUndefined();
  });
});

describe('a resource name', () => {
  const findIn = createAccountNames({ shape: { digits: [4, 10] }, hasResourceNames: true });
  const inNames = (json: Json) =>
    findIn({ parameters: [], json: readJson(JSON.stringify(json)) as JsonValue }, granted);

  it.each([
    { something: 'customers/1000/biddingStrategies/3000' },
    { query: "SELECT a.b FROM a WHERE a.c = 'customers/1000/conversionActions/3000'" },
    { remove: 'customers/1000/campaignCriteria/3000~4000' },
  ])('says what its ids are: %j', (json) => {
    expect(inNames(json)).toBeUndefined();
  });

  it.each([
    { something: 'customers/3000/biddingStrategies/1000' },
    { something: 'networks/1000/partners/3000' },
    { something: '3000' },
    { something: 'x 3000' },
  ])('may be of another account: %j', (json) => {
    expect(inNames(json)).toMatchObject({ id: '3000' });
  });
});

describe('ids that are words of certain characters', () => {
  it.each<[string, IdShape, RegExp, string]>([
    ['digits', { digits: [3, 5] }, /0*[1-9]\d{2,4}/, '0011223-._a ,:\\"é'],
    ['lower-case letters and digits', { word: [3, 5] }, /[a-z0-9]{3,5}/, '01ab2cd-._A ,:\\"é'],
  ])(
    '%s are found in a text and in a name where the expression finds them',
    (_, shape, expression, signs) => {
      const byShape = createAccountNames({ shape });
      const byExpression = createAccountNames({ shape: { expression } });
      let state = 1;
      const random = (below: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const word = () => Array.from({ length: 1 + random(9) }, () => signs[random(signs.length)]).join('');
      const texts = Array.from({ length: 5_000 }, () =>
        JSON.stringify({ [word()]: word(), b: [Number(`1e${random(4)}`), random(99_999)] }),
      );
      const foundIn = (text: string) => {
        const sent = { parameters: [], json: readJson(text) as JsonValue };
        return [byShape(sent, ['123']), byExpression(sent, ['123'])];
      };
      const differing = texts.filter((text) => {
        const [one, other] = foundIn(text);
        return JSON.stringify(one) !== JSON.stringify(other);
      });
      expect(differing).toEqual([]);
      expect(texts.filter((text) => foundIn(text)[0] !== undefined).length).toBeGreaterThan(500);
    },
  );
});

describe('what is read', () => {
  it('what a label says is read from its end', () => {
    const label = (text: string) => ({ filters: [{ field: text, value: '7' }] });
    expect(inBody(label(`${'a.'.repeat(30)}x.id`))).toBeUndefined();
    expect(inBody(label(`${'a.'.repeat(20)}account.id`))).toMatchObject({ id: '7' });
    expect(inBody(label('.account.id'))).toMatchObject({ id: '7' });
  });

  it.each(['3e3', '3000.0', '30E+2', '3000'])('the number %s is read as systems read it', (number) => {
    expect(inText(`{"something":${number}}`)).toMatchObject({ id: '3000', field: 'something' });
  });

  it('a long number keeps all its digits', () => {
    expect(inText('{"accountId":12345678901234567890}')).toMatchObject({ id: '12345678901234567890' });
  });

  it('two of one name in JSON within a text are refused', () => {
    expect(() => inBody({ x: '{"a":1,"a":2}' })).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  it('JSON within JSON is read, and where it goes deeper its ids count as those of a text', () => {
    const within = (levels: number): Json =>
      levels === 0 ? '3000' : JSON.stringify({ campaign_id: within(levels - 1) });
    expect(inBody({ x: within(3) })).toBeUndefined();
    expect(
      inBody({ x: JSON.stringify({ y: JSON.stringify({ z: JSON.stringify({ v: '{"w":"3000"}' }) }) }) }),
    ).toMatchObject({ id: '3000' });
  });

  it('5,000 names that people gave are not looked up as names of fields', () => {
    const campaigns = Array.from({ length: 5_000 }, (_, index) => ({
      name: `Campaign ${index % 1_000} of ${index % 7}`,
    }));
    expect(inBody({ campaigns })).toBeUndefined();
  });

  it('more than 10,000 ids within texts are refused', () => {
    const refused = expect.objectContaining({ code: 'invalid' });
    const thousands = (count: number) => ({ accountIds: Array.from({ length: count }, () => '1000') });
    expect(inBody(thousands(10_000))).toBeUndefined();
    expect(() => inBody(thousands(10_001))).toThrow(refused);
    expect(inBody({ accountIds: '1000,'.repeat(10_000) })).toBeUndefined();
    expect(() => inBody({ accountIds: '1000,'.repeat(10_001) })).toThrow(refused);
    expect(() => inBody({ something: 'campaign.id = 3000 '.repeat(10_001) })).toThrow(refused);
  });

  it('more than 1,000 texts with JSON are refused, and more values than a body may have in all of them', () => {
    const refused = expect.objectContaining({ code: 'invalid' });
    expect(inBody(Array.from({ length: 1_000 }, () => '{}'))).toBeUndefined();
    expect(() => inBody(Array.from({ length: 1_001 }, () => '{}'))).toThrow(refused);
    const list = (parts: number) => `[${'0,'.repeat(parts - 1)}0]`;
    expect(inBody([list(100_000), list(100_000)])).toBeUndefined();
    expect(() => inBody([list(100_000), list(100_001)])).toThrow(refused);
  });
});
