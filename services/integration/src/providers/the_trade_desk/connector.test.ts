import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { type Credentials, lastingCredentials, type Values } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { theTradeDesk } from './provider.ts';

const signal = new AbortController().signal;
const clock = createManualClock('2026-11-15T12:00:00Z');
const partners = { json: { Result: [{ PartnerId: 'p1x', PartnerName: 'One' }], TotalFilteredCount: 1 } };

const loginWith = (fields: Values, settings: Values = {}) =>
  scripted(theTradeDesk, [{ json: { Token: 'short' } }], { clock }).connector.login?.(
    fields,
    settings,
    signal,
  );

const endsAt = (settings: Values, secrets: Credentials['secrets']) =>
  scripted(theTradeDesk, []).connector.endsAt?.({ settings, credentials: lastingCredentials(secrets) });

describe('a token', () => {
  const fields = { apiToken: 'long' };

  it('an entered token is used as it is, without a request', async () => {
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
  ])('an entered token ends with the day of the settings: %s', (tokenExpiresAt, end) => {
    expect(endsAt({ tokenExpiresAt }, fields)).toEqual(new Date(end));
  });

  it.each(['2027-02-30', '2027-13-01', undefined])(
    'an entered token without a calendar day in the settings has no known end: %s',
    (day) => {
      expect(endsAt(day === undefined ? {} : { tokenExpiresAt: day }, fields)).toBeNull();
    },
  );

  it('an entered token is stored without the end of the settings, because the settings may change', async () => {
    expect(await loginWith(fields, { tokenExpiresAt: '2020-01-31' })).toEqual(lastingCredentials(fields));
  });

  it('an entered token cannot be renewed, and the failure says to create a new one', async () => {
    const { connector, requests } = scripted(theTradeDesk, []);
    const credentials = lastingCredentials(fields);
    await expect(connector.renew?.({ settings: {}, credentials }, signal)).rejects.toMatchObject({
      kind: 'permanent',
      hint: expect.stringContaining('create a new one'),
    });
    expect(requests).toEqual([]);
  });
});

describe('a login', () => {
  const fields = { login: 'api', password: 'secret' };

  it('a login ends after one day and is repeated on use', async () => {
    expect(await loginWith(fields, { tokenExpiresAt: '2027-01-31' })).toEqual({
      secrets: { ...fields, accessToken: 'short' },
      expiresAt: new Date('2026-11-16T12:00:00Z'),
      renewAt: null,
      endsAt: null,
    });
  });

  it('a login has no end from the settings', () => {
    expect(endsAt({ tokenExpiresAt: '2027-01-31' }, { ...fields, accessToken: 'short' })).toBeNull();
  });

  it('a login uses the configured environment and version', async () => {
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

  it('a verification without settings reads one small page', async () => {
    const { account, bodies } = await verify({}, [partners]);
    expect(await account).toEqual({ name: 'One' });
    expect(bodies).toEqual([{ PageStartIndex: 0, PageSize: 1 }]);
  });

  it.each([{ partnerId: 'p2x' }, { advertiserId: 'a2x' }])(
    'a partner or advertiser that does not exist is not found: %j',
    async (settings) => {
      const advertisers = { json: { Result: [{ AdvertiserId: 'a1x' }], TotalFilteredCount: 1 } };
      const { account } = await verify(settings, [partners, advertisers]);
      await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
    },
  );

  it('the account is found although another partner is closed to the login', async () => {
    const two = { json: { Result: [{ PartnerId: 'p1x' }, { PartnerId: 'p2x' }], TotalFilteredCount: 2 } };
    const advertisers = {
      json: { Result: [{ AdvertiserId: 'a2x', AdvertiserName: 'Two' }], TotalFilteredCount: 1 },
    };
    const { account } = await verify({ advertiserId: 'a2x' }, [two, { status: 403 }, advertisers]);
    expect(await account).toEqual({ name: 'Two' });
  });

  it('a partner that does not exist is refused like one without access', async () => {
    const { account } = await verify({ partnerId: 'p2x', advertiserId: 'a1x' }, [{ status: 403 }]);
    await expect(account).rejects.toMatchObject({ reason: 'no_access' });
  });
});

describe('a 503', () => {
  const verify = (headers: Record<string, string>) =>
    scripted(theTradeDesk, [{ status: 503, headers }]).connector.verify(
      { settings: {}, credentials: lastingCredentials({ apiToken: 'long' }) },
      signal,
    );

  it('a 503 with Retry-After is a limit of one user', async () => {
    await expect(verify({ 'retry-after': '7' })).rejects.toMatchObject({
      reason: 'rate_limited',
      retryAfterMs: 7_000,
    });
  });

  it('a 503 without Retry-After is an outage', async () => {
    await expect(verify({})).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
