import { describe, expect, it } from 'vitest';
import { type Credentials, lastingCredentials, type Values } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { theTradeDesk } from './provider.ts';

const signal = new AbortController().signal;
const now = () => new Date('2026-11-15T12:00:00Z');
const partners = { json: { Result: [{ PartnerId: 'p1x', PartnerName: 'One' }], TotalFilteredCount: 1 } };

const loginWith = (fields: Values, settings: Values = {}) =>
  scripted(theTradeDesk, [{ json: { Token: 'short' } }], { now }).connector.login?.(fields, settings, signal);

describe('a token', () => {
  const fields = { apiToken: 'long' };

  it('is used as it is, without any request', async () => {
    const { connector, requests } = scripted(theTradeDesk, []);
    expect(await connector.login?.(fields, {}, signal)).toEqual({
      secrets: { apiToken: 'long' },
      expiresAt: null,
      renewAt: null,
      endsAt: null,
    });
    expect(requests).toEqual([]);
  });

  it.each([
    ['2027-01-31', '2027-01-31T23:59:59.999Z'],
    ['2028-02-29', '2028-02-29T23:59:59.999Z'],
  ])('ends with the day that the settings tell: %s', async (tokenExpiresAt, end) => {
    expect(await loginWith(fields, { tokenExpiresAt })).toMatchObject({ endsAt: new Date(end) });
  });

  it.each(['2027-02-30', '2027-13-01'])('has no known end for a day that does not exist: %s', async (day) => {
    expect(await loginWith(fields, { tokenExpiresAt: day })).toMatchObject({ endsAt: null });
  });

  it('cannot be renewed, and the client is told to make a new one', async () => {
    const { connector, requests } = scripted(theTradeDesk, []);
    const credentials = lastingCredentials(fields);
    await expect(connector.renew?.({ settings: {}, credentials }, signal)).rejects.toMatchObject({
      kind: 'permanent',
      hint: expect.stringContaining('make a new one'),
    });
    expect(requests).toEqual([]);
  });
});

describe('a login', () => {
  const fields = { login: 'api', password: 'secret' };

  it('ends after a day, counted here, and is repeated on use', async () => {
    expect(await loginWith(fields, { tokenExpiresAt: '2027-01-31' })).toEqual({
      secrets: { ...fields, accessToken: 'short' },
      expiresAt: new Date('2026-11-16T12:00:00Z'),
      renewAt: null,
      endsAt: null,
    });
  });

  it('stays in its environment, in the version that is configured', async () => {
    const { connector, requests } = scripted(theTradeDesk, [{ json: { Token: 'short' } }, partners], {
      installation: { app: { apiVersion: 'v4' } },
    });
    const settings = { environment: 'sandbox' };
    const credentials = (await connector.login?.(fields, settings, signal)) as Credentials;
    await connector.verify({ settings, credentials }, signal);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://ext-api.sb.thetradedesk.com/v4/authentication',
      'https://ext-api.sb.thetradedesk.com/v4/partner/query',
    ]);
  });
});

describe('the account', () => {
  const verify = async (settings: Values, answers: Parameters<typeof scripted>[1]) => {
    const { connector, requests } = scripted(theTradeDesk, answers);
    const credentials = lastingCredentials({ apiToken: 'long' });
    const account = connector.verify({ settings, credentials }, signal);
    await account.catch(() => undefined);
    return { account, bodies: requests.map(({ body }) => JSON.parse(body ?? '') as object) };
  };

  it('of no settings is asked for with one small page', async () => {
    const { account, bodies } = await verify({}, [partners]);
    expect(await account).toEqual({ name: 'One' });
    expect(bodies).toEqual([{ PageStartIndex: 0, PageSize: 1 }]);
  });

  it.each([{ partnerId: 'p2x' }, { advertiserId: 'a2x' }])(
    'that is not there is not found: %j',
    async (settings) => {
      const advertisers = { json: { Result: [{ AdvertiserId: 'a1x' }], TotalFilteredCount: 1 } };
      const { account } = await verify(settings, [partners, advertisers]);
      await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
    },
  );

  it('of a partner that does not exist is refused like one without access', async () => {
    const { account } = await verify({ partnerId: 'p2x', advertiserId: 'a1x' }, [{ status: 403 }]);
    await expect(account).rejects.toMatchObject({ reason: 'no_access' });
  });
});
