import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { type Credentials, lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { amazonDsp } from './provider.ts';

const signal = new AbortController().signal;
const redirectUri = 'https://patchbay.example/callback';
const credentials = lastingCredentials({ accessToken: 'Atza|access' });
const issued = { json: { access_token: 'Atza|a', refresh_token: 'Atzr|r', expires_in: 3600 } };
const profile = (id: string, type: string) =>
  `{"profileId":${id},"accountInfo":{"type":"${type}","name":"N${id}"}}`;
const profiles = (...each: string[]) => ({ text: `[${each.join()}]` });
const none = profiles();
const notSupported = { status: 400, json: { errors: [{ errorType: 'ENTITY_NOT_SUPPORTED' }] } };
const advertisers = (...names: string[]) => ({
  json: { totalResults: names.length, response: names.map((name) => ({ advertiserId: name, name })) },
});

describe.each([
  ['NA', 'www.amazon.com', 'api.amazon.com', 'advertising-api.amazon.com'],
  ['EU', 'eu.account.amazon.com', 'api.amazon.co.uk', 'advertising-api-eu.amazon.com'],
  ['FE', 'apac.account.amazon.com', 'api.amazon.co.jp', 'advertising-api-fe.amazon.com'],
])('in the region %s', (region, consentHost, tokenHost, apiHost) => {
  it('every request goes to the host of its region', async () => {
    const { connector, requests } = scripted(amazonDsp, [
      issued,
      issued,
      profiles(profile('1', 'agency')),
      advertisers(),
    ]);
    const settings = { region };
    const { consent } = connector;
    const grant = { settings, redirectUri, code: 'code', codeVerifier: 'verifier' };
    const url = consent?.authorizationUrl({ settings, redirectUri, state: 'state', codeChallenge: 'c' });
    expect(new URL(url ?? '').host).toBe(consentHost);
    const exchanged = (await consent?.exchange(grant, signal)) as Credentials;
    await connector.renew?.({ settings, credentials: exchanged }, signal);
    await connector.verify({ settings, credentials: exchanged }, signal);
    expect(requests.map((request) => new URL(request.url).host)).toEqual([
      tokenHost,
      tokenHost,
      apiHost,
      apiHost,
    ]);
  });
});

it('the authorization ends 365 days after the consent, however often it is renewed', async () => {
  const clock = createManualClock('2026-11-15T12:00:00Z');
  const { connector } = scripted(amazonDsp, [issued, issued, issued], { clock });
  const settings = { region: 'EU' };
  const grant = { settings, redirectUri, code: 'code', codeVerifier: 'verifier' };
  const first = (await connector.consent?.exchange(grant, signal)) as Credentials;
  expect(first).toMatchObject({
    expiresAt: new Date('2026-11-15T13:00:00Z'),
    renewAt: new Date('2026-11-15T12:48:00Z'),
    endsAt: new Date('2027-11-15T12:00:00Z'),
  });
  await clock.advance(Date.parse('2027-03-01T00:00:00Z') - clock.now().getTime());
  const renewed = await connector.renew?.({ settings, credentials: first }, signal);
  expect(renewed?.endsAt).toEqual(first.endsAt);
  const again = await connector.consent?.exchange(grant, signal);
  expect(again?.endsAt).toEqual(new Date('2028-02-29T00:00:00Z'));
});

describe('the account', () => {
  const verify = async (settings: Record<string, string>, answers: Parameters<typeof scripted>[1]) => {
    const { connector, requests } = scripted(amazonDsp, answers);
    const account = connector.verify({ settings: { region: 'NA', ...settings }, credentials }, signal);
    await account.catch(() => undefined);
    return { account, requests };
  };
  const big = '9007199254740993001';

  it('profile ids beyond 2^53 are compared and sent with every digit', async () => {
    const list = profiles(profile('9007199254740993002', 'agency'), profile(big, 'agency'));
    const { account, requests } = await verify({ profileId: big }, [list, advertisers()]);
    expect(await account).toEqual({ name: `N${big}` });
    expect(requests.map(({ headers }) => headers?.['amazon-advertising-api-scope'])).toEqual([
      undefined,
      big,
    ]);
    expect(requests.map(({ headers }) => headers?.['amazon-advertising-api-clientid'])).toEqual([
      'our-client',
      'our-client',
    ]);
  });

  it('profiles with view access are searched after all others', async () => {
    const { account, requests } = await verify({}, [
      profiles(profile('1', 'seller')),
      profiles(profile('2', 'agency')),
      advertisers(),
    ]);
    expect(await account).toEqual({ name: 'N2' });
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '',
      '?accessLevel=view&apiProgram=report',
      '?startIndex=0&count=1',
    ]);
  });

  it('the first agency profile that is a DSP entity is the account', async () => {
    const { account, requests } = await verify({}, [
      profiles(profile('1', 'agency'), profile('2', 'agency')),
      notSupported,
      advertisers('8'),
    ]);
    expect(await account).toEqual({ name: 'N2' });
    expect(requests.map(({ headers }) => headers?.['amazon-advertising-api-scope'])).toEqual([
      undefined,
      '1',
      '2',
    ]);
  });

  it('a seller profile is no account', async () => {
    const seller = profiles(profile('1', 'seller'));
    const { account } = await verify({}, [seller, seller]);
    await expect(account).rejects.toMatchObject({
      reason: 'no_accounts',
      hint: expect.stringContaining('region'),
    });
  });

  it.each([400, 403, 422])(
    'a seller profile in the settings is refused with what to correct, whatever the status: %i',
    async (status) => {
      const seller = profiles(profile('1', 'seller'));
      const refusal = { status, json: { errors: [{ errorType: 'ENTITY_NOT_SUPPORTED' }] } };
      const { account } = await verify({ profileId: '1' }, [seller, refusal]);
      await expect(account).rejects.toMatchObject({
        reason: 'account_not_found',
        hint: expect.stringContaining('agency'),
      });
    },
  );

  it.each([
    [
      'an advertiser of a profile',
      { profileId: '1', advertiserId: '7' },
      [profiles(profile('1', 'agency')), advertisers('8')],
    ],
    [
      'an advertiser of any profile',
      { advertiserId: '7' },
      [profiles(profile('1', 'agency')), advertisers('8'), none],
    ],
  ])('an account that does not exist is not found: %s', async (_name, settings, answers) => {
    const { account } = await verify(settings, answers);
    await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
  });
});
