import { describe, expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { chooseAccount, customersOf } from './connector.ts';
import { microsoftAds } from './provider.ts';

const signal = new AbortController().signal;
const connection = { settings: {}, credentials: lastingCredentials({ accessToken: 'access' }) };
const installation = { app: { developerToken: 'developer' } };

describe('a verification', () => {
  it('a verification without a developer token fails without a request', async () => {
    const { connector, requests } = scripted(microsoftAds, []);
    await expect(connector.verify(connection, signal)).rejects.toMatchObject({ reason: 'not_configured' });
    expect(requests).toEqual([]);
  });

  it('a verification calls the configured version and environment', async () => {
    const { connector, requests } = scripted(
      microsoftAds,
      [{ json: { User: { Id: 7 } } }, { json: { Accounts: [{ Id: 8, Name: 'Shop' }] } }],
      { installation: { app: { developerToken: 'developer', apiVersion: 'v14' } } },
    );
    await connector.verify({ ...connection, settings: { environment: 'sandbox' } }, signal);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://clientcenter.api.sandbox.bingads.microsoft.com/CustomerManagement/v14/User/Query',
      'https://clientcenter.api.sandbox.bingads.microsoft.com/CustomerManagement/v14/Accounts/Search',
    ]);
  });

  it('a field named Code in a result is no error', async () => {
    const { connector } = scripted(
      microsoftAds,
      [
        { json: { User: { Id: 7, ContactInfo: { Code: 106 } } } },
        { json: { Accounts: [{ Id: 8, Name: 'Shop', TaxInformation: { Code: 0 } }] } },
      ],
      { installation },
    );
    expect(await connector.verify(connection, signal)).toEqual({ name: 'Shop' });
  });

  it('an error beside an empty result is read', async () => {
    const { connector } = scripted(microsoftAds, [{ json: { User: null, Errors: [{ Code: 106 }] } }], {
      installation,
    });
    await expect(connector.verify(connection, signal)).rejects.toMatchObject({ reason: 'no_access' });
  });
});

async function* listed(...accounts: readonly { Id: string; ParentCustomerId: string }[]) {
  yield* accounts;
}
const two = () => listed({ Id: '1', ParentCustomerId: '701' }, { Id: '2', ParentCustomerId: '702' });
const none: ReadonlySet<string> = new Set();

describe('the account that the settings name', () => {
  it.each([
    ['an account that is not listed', { accountId: '3' }],
    ['an account of another customer', { accountId: '1', customerId: '702' }],
    ['a customer without accounts', { customerId: '703' }],
  ])('the account that the settings name is not found: %s', async (_name, settings) => {
    await expect(chooseAccount(two(), settings, none)).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('an account may be reached through a customer that the user belongs to', async () => {
    const settings = { accountId: '2', customerId: '700' };
    expect(await chooseAccount(two(), settings, new Set(['700']))).toMatchObject({ Id: '2' });
  });

  it('an empty list is no_accounts, whatever the settings name', async () => {
    await expect(chooseAccount(listed(), { accountId: '1' }, none)).rejects.toMatchObject({
      reason: 'no_accounts',
    });
  });
});

it('the customers of a user are read as texts', () => {
  const answer = { User: { Id: 1, CustomerId: 701 }, CustomerRoles: [{ CustomerId: '700' }, {}] };
  expect(customersOf(answer)).toEqual(new Set(['701', '700']));
  expect(customersOf({})).toEqual(new Set());
});
