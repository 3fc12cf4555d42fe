import { describe, expect, it } from 'vitest';
import { lastingCredentials, type Values } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { snapchatAds } from './provider.ts';

const signal = new AbortController().signal;
const credentials = lastingCredentials({ accessToken: 'access', refreshToken: 'refresh' });
const me = { json: { request_status: 'success', me: { display_name: 'Nora' } } };

const list = (plural: string, singular: string, ids: readonly string[], next_link?: string) => ({
  json: {
    request_status: 'success',
    paging: next_link === undefined ? {} : { next_link },
    [plural]: ids.map((id) => ({ sub_request_status: 'success', [singular]: { id, name: `N-${id}` } })),
  },
});
const organizations = (...ids: string[]) => list('organizations', 'organization', ids);
const adAccounts = (...ids: string[]) => list('adaccounts', 'adaccount', ids);

const verify = async (settings: Values, ...answers: Parameters<typeof scripted>[1]) => {
  const { connector, requests } = scripted(snapchatAds, [me, ...answers]);
  const account = connector.verify({ settings, credentials }, signal);
  await account.catch(() => undefined);
  return { account, requests };
};

describe('the account', () => {
  it('is found where the statuses are in lower case, too', async () => {
    const { account } = await verify({}, organizations('o1'), adAccounts('a1'));
    expect(await account).toEqual({ name: 'N-a1' });
  });

  it.each([{ next: 'abc' }, { next_link: 'no address' }, { cursor: { after: 1 } }])(
    'may be on a page that is not found: %j',
    async (paging) => {
      const { json } = organizations('o1');
      const { account } = await verify({ organizationId: 'o2' }, { json: { ...json, paging } });
      await expect(account).rejects.toMatchObject({ reason: 'unavailable' });
    },
  );

  it('is not on another page where the link to it is null', async () => {
    const { json } = organizations('o1');
    const { account } = await verify(
      { organizationId: 'o2' },
      { json: { ...json, paging: { next_link: null } } },
    );
    await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('is looked for on the next page without a request to another host', async () => {
    const link = 'https://elsewhere.example/v1/me/organizations?cursor=abc&limit=50';
    const { account, requests } = await verify(
      { organizationId: 'o2' },
      list('organizations', 'organization', ['o1'], link),
      organizations('o2'),
      adAccounts('a1'),
    );
    expect(await account).toEqual({ name: 'N-o2' });
    expect(requests.map(({ url }) => url)).toEqual([
      'https://adsapi.snapchat.com/v1/me',
      'https://adsapi.snapchat.com/v1/me/organizations',
      'https://adsapi.snapchat.com/v1/me/organizations?cursor=abc&limit=50',
      'https://adsapi.snapchat.com/v1/organizations/o2/adaccounts',
    ]);
  });

  it('of an organization that is closed to the member is passed over', async () => {
    const { account } = await verify({}, organizations('o1', 'o2'), { status: 403 }, adAccounts('a2'));
    expect(await account).toEqual({ name: 'N-a2' });
  });

  it('of an organization that the settings name is not passed over', async () => {
    const { account } = await verify({ organizationId: 'o1' }, organizations('o1'), { status: 403 });
    await expect(account).rejects.toMatchObject({ reason: 'no_access' });
  });

  it.each([
    ['an organization', { organizationId: 'o2' }, [organizations('o1')]],
    ['an ad account', { adAccountId: 'a2' }, [organizations('o1'), adAccounts('a1')]],
    [
      'an ad account of an organization',
      { organizationId: 'o1', adAccountId: 'a2' },
      [organizations('o1'), adAccounts('a1')],
    ],
  ])('that is not there is not found: %s', async (_name, settings, answers) => {
    const { account } = await verify(settings, ...answers);
    await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('is taken from the elements that did not fail', async () => {
    const partly = {
      json: {
        request_status: 'SUCCESS',
        adaccounts: [
          { sub_request_status: 'ERROR', adaccount: { id: 'a1', name: 'N-a1' } },
          { adaccount: { id: 'a2', name: 'N-a2' } },
        ],
      },
    };
    const { account } = await verify({}, organizations('o1'), partly);
    expect(await account).toEqual({ name: 'N-a2' });
  });
});

it('keeps the refresh token where a renewal answers none', async () => {
  const { connector } = scripted(snapchatAds, [{ json: { access_token: 'next', expires_in: 3600 } }]);
  expect(await connector.renew?.({ settings: {}, credentials }, signal)).toMatchObject({
    secrets: { accessToken: 'next', refreshToken: 'refresh' },
  });
});
