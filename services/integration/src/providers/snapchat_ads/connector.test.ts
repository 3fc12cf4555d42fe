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
  it('the account is found when the statuses are in lower case', async () => {
    const { account } = await verify({}, organizations('o1'), adAccounts('a1'));
    expect(await account).toEqual({ name: 'N-a1' });
  });

  it.each([{ next: 'abc' }, { next_link: 'no address' }, { cursor: { after: 1 } }])(
    'a search is transient when the link to the next page cannot be read: %j',
    async (paging) => {
      const { json } = organizations('o1');
      const { account } = await verify({ organizationId: 'o2' }, { json: { ...json, paging } });
      await expect(account).rejects.toMatchObject({ reason: 'unavailable' });
    },
  );

  it('a null link to the next page ends the list', async () => {
    const { json } = organizations('o1');
    const { account } = await verify(
      { organizationId: 'o2' },
      { json: { ...json, paging: { next_link: null } } },
    );
    await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('the next page is read from the same host', async () => {
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
      'https://adsapi.snapchat.com/v1/organizations/o2/adaccounts?limit=1000',
    ]);
  });

  it('an organization that is closed to the member is skipped', async () => {
    const { account } = await verify({}, organizations('o1', 'o2'), { status: 403 }, adAccounts('a2'));
    expect(await account).toEqual({ name: 'N-a2' });
  });

  it('an organization that the settings name is not skipped', async () => {
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
  ])('an account that does not exist is not found: %s', async (_name, settings, answers) => {
    const { account } = await verify(settings, ...answers);
    await expect(account).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('the account is taken from the elements without errors', async () => {
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
